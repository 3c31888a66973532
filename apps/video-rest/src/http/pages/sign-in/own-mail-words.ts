import { inEachLanguage } from '@campus/pages';

/** What people choose from. */
export const ownMailWords = inEachLanguage({
  encodings: {
    label: [
      'At once, when a video of yours is encoded or its encoding fails',
      'Aussitôt, quand une de vos vidéos est encodée ou que son encodage échoue',
    ],
    help: ['One mail in ten minutes at most.', 'Un courriel toutes les dix minutes au plus.'],
  },
  digest: {
    label: [
      'Each morning, which videos of yours were encoded or failed',
      'Chaque matin, quelles vidéos à vous ont été encodées ou ont échoué',
    ],
    help: ['Nothing is sent when there is nothing to tell.', 'Rien n’est envoyé quand il n’y a rien à dire.'],
  },
  operation: {
    label: [
      'At once, when the platform needs an operator: lost workers, webhooks that are switched off, no room for media',
      'Aussitôt, quand la plateforme a besoin de quelqu’un\u00a0: processus d’encodage perdus, webhooks désactivés, plus de place pour les médias',
    ],
    help: ['One mail an hour at most.', 'Un courriel par heure au plus.'],
  },
});
