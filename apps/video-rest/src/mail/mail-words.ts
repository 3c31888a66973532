import { inEachLanguage } from '@campus/pages';

/** What mails say. */
export const mailWords = inEachLanguage({
  encodingsSubject: (encoded: number, failed: number) => [
    failed > 0 ? 'An encoding failed' : encoded > 1 ? 'Your videos are encoded' : 'Your video is encoded',
    failed > 0
      ? 'Un encodage a échoué'
      : encoded > 1
        ? 'Vos vidéos sont encodées'
        : 'Votre vidéo est encodée',
  ],
  encodings: [
    'This is what became of the encoding of your videos.',
    'Voici ce qu’est devenu l’encodage de vos vidéos.',
  ],
  digestSubject: ['Your videos this morning', 'Vos vidéos ce matin'],
  digest: [
    'This is what became of the encoding of your videos since the last such message.',
    'Voici ce qu’est devenu l’encodage de vos vidéos depuis le dernier message de ce genre.',
  ],
  encoded: (title: string) => [`Encoded: ${title}`, `Encodée\u00a0: ${title}`],
  failed: (title: string) => [
    `Failed, its page says why: ${title}`,
    `Échec, sa page dit pourquoi\u00a0: ${title}`,
  ],
  others: (count: number) => [
    count === 1 ? '1 other video' : `${count} other videos`,
    count === 1 ? '1 autre vidéo' : `${count} autres vidéos`,
  ],
  operationSubject: ['The video platform needs you', 'La plateforme vidéo a besoin de vous'],
  operation: [
    'Something stands still, or soon will, unless somebody looks after it.',
    'Quelque chose est à l’arrêt, ou le sera bientôt, si personne ne s’en occupe.',
  ],
  lostWorker: (name: string) => [
    `The worker ${name} is lost: it was not told to stop, and nothing is heard of it.`,
    `Le processus d’encodage ${name} est perdu\u00a0: on ne l’a pas arrêté, et il ne répond plus.`,
  ],
  webhookOff: (host: string) => [
    `The webhook to ${host} was switched off: nobody took an event for days. Its page says why, and sends it again or leaves it out.`,
    `Le webhook vers ${host} a été désactivé\u00a0: personne n’a pris un événement pendant des jours. Sa page dit pourquoi, et permet de le renvoyer ou de l’ignorer.`,
  ],
  shortOfSpace: [
    'The media folder is nearly full: uploads and encodings are refused until there is more room.',
    'Le dossier des médias est presque plein\u00a0: les envois et les encodages sont refusés tant qu’il n’y a pas plus de place.',
  ],
  noFurther: [
    'Within the next hour no further message of this kind follows.',
    'Aucun autre message de ce genre ne suit pendant une heure.',
  ],
  toVideos: ['Your videos', 'Vos vidéos'],
  toPlatform: ['Open the platform', 'Ouvrir la plateforme'],
});
