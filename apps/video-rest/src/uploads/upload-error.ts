import { type MessageValues, type Translated, TranslatedError } from '@campus/pages';

/** Why an upload does not go on, for whoever sends it. */
export const uploadErrorMessages = {
  no_upload: {
    en: 'There is no such upload, or its time is over. Begin a new one.',
    fr: "Cet envoi n'existe pas, ou son délai est écoulé. Commencez-en un nouveau.",
  },
  expired: {
    en: 'The time of this upload is over. Begin a new one.',
    fr: 'Le délai de cet envoi est écoulé. Commencez-en un nouveau.',
  },
  part_not_whole: {
    en: 'One of the parts does not have all its bytes yet. Send them first.',
    fr: "Il manque des octets à l'une des parties. Envoyez-les d'abord.",
  },
  too_many_parts: {
    en: 'An upload is joined of at most {most} parts.',
    fr: "Un envoi se compose d'au plus {most} parties.",
  },
  taken_over: {
    en: 'Another request works on this upload. Ask how far it is, and go on from there.',
    fr: 'Une autre requête travaille sur cet envoi. Demandez où il en est, et reprenez de là.',
  },
  other_offset: {
    en: 'The upload is at byte {offset}. Go on from there.',
    fr: "L'envoi en est à l'octet {offset}. Reprenez de là.",
  },
  too_many_bytes: {
    en: 'More bytes were sent than the {size} that the upload is to have.',
    fr: "Plus d'octets ont été envoyés que les {size} annoncés pour cet envoi.",
  },
  wrong_checksum: {
    en: 'The bytes do not have the checksum that was given. None of this request were kept: send them again.',
    fr: "Les octets n'ont pas la somme de contrôle donnée. Aucun de cette requête n'a été conservé\u00a0: renvoyez-les.",
  },
  cut_off: {
    en: 'The request ended before all its bytes had come, so that its checksum tells nothing. None of them were kept.',
    fr: "La requête s'est terminée avant que tous ses octets n'arrivent\u00a0: sa somme de contrôle ne dit rien. Aucun n'a été conservé.",
  },
  other_range: {
    en: 'The part does not have the bytes that its Content-Range says, or another size of the file than the parts before. Send it again.',
    fr: "La partie n'a pas les octets que dit son Content-Range, ou indique une autre taille de fichier que les précédentes. Renvoyez-la.",
  },
  wrong_md5: {
    en: 'The file does not have this MD5: it was damaged on its way, and is removed. Upload it again.',
    fr: "Le fichier n'a pas cette somme MD5\u00a0: il a été altéré en chemin, et il est supprimé. Renvoyez-le.",
  },
  no_type: {
    en: 'No type of videos is there yet, and a video needs one: ask staff to add one, and complete the upload again.',
    fr: "Il n'y a pas encore de type de vidéos, et il en faut un\u00a0: demandez à l'équipe d'en ajouter un, puis terminez l'envoi de nouveau.",
  },
} satisfies Record<string, Translated>;

export type UploadErrorCode = keyof typeof uploadErrorMessages;

/** An upload in pieces that does not go on as it was asked for. */
export class UploadStop extends TranslatedError<UploadErrorCode> {
  constructor(code: UploadErrorCode, values: MessageValues = {}) {
    super(uploadErrorMessages, code, { values });
  }
}
