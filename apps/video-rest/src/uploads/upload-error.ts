import { translatedError } from '@campus/pages';

/** Why an upload in pieces does not go on as it was asked for, for whoever sends it. */
export class UploadStop extends translatedError({
  no_upload: [
    'There is no such upload, or its time is over. Begin a new one.',
    "Cet envoi n'existe pas, ou son délai est écoulé. Commencez-en un nouveau.",
  ],
  expired: [
    'The time of this upload is over. Begin a new one.',
    'Le délai de cet envoi est écoulé. Commencez-en un nouveau.',
  ],
  part_not_whole: [
    'One of the parts does not have all its bytes yet. Send them first.',
    "Il manque des octets à l'une des parties. Envoyez-les d'abord.",
  ],
  too_many_parts: [
    'An upload is joined of at most {most} parts.',
    "Un envoi se compose d'au plus {most} parties.",
  ],
  taken_over: [
    'Another request works on this upload. Ask how far it is, and go on from there.',
    'Une autre requête travaille sur cet envoi. Demandez où il en est, et reprenez de là.',
  ],
  other_offset: [
    'The upload is at byte {offset}. Go on from there.',
    "L'envoi en est à l'octet {offset}. Reprenez de là.",
  ],
  too_many_bytes: [
    'More bytes were sent than the {size} that the upload is to have.',
    "Plus d'octets ont été envoyés que les {size} annoncés pour cet envoi.",
  ],
  wrong_checksum: [
    'The bytes do not have the checksum that was given. None of this request were kept: send them again.',
    "Les octets n'ont pas la somme de contrôle donnée. Aucun de cette requête n'a été conservé\u00a0: renvoyez-les.",
  ],
  cut_off: [
    'The request ended before all its bytes had come, so that its checksum tells nothing. None of them were kept.',
    "La requête s'est terminée avant que tous ses octets n'arrivent\u00a0: sa somme de contrôle ne dit rien. Aucun n'a été conservé.",
  ],
  other_range: [
    'The part does not have the bytes that its Content-Range says, or another size of the file than the parts before. Send it again.',
    "La partie n'a pas les octets que dit son Content-Range, ou indique une autre taille de fichier que les précédentes. Renvoyez-la.",
  ],
  wrong_md5: [
    'The file does not have this MD5: it was damaged on its way, and is removed. Upload it again.',
    "Le fichier n'a pas cette somme MD5\u00a0: il a été altéré en chemin, et il est supprimé. Renvoyez-le.",
  ],
  no_type: [
    'No type of videos is there yet, and a video needs one: ask staff to add one, and complete the upload again.',
    "Il n'y a pas encore de type de vidéos, et il en faut un\u00a0: demandez à l'équipe d'en ajouter un, puis terminez l'envoi de nouveau.",
  ],
}) {}
