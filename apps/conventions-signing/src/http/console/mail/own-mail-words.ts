import { inEachLanguage } from '@campus/pages';

/** What staff chooses from. */
export const ownMailWords = inEachLanguage({
  digest: {
    label: [
      'Each morning, what stands still and what is signed',
      'Chaque matin, ce qui n’avance pas et ce qui est signé',
    ],
    help: ['Nothing is sent when there is nothing to tell.', 'Rien n’est envoyé quand il n’y a rien à dire.'],
  },
  failures: {
    label: [
      'At once, when calls to the signing application begin to fail or are given up',
      'Aussitôt, quand des appels à l’application de signature commencent à échouer ou sont abandonnés',
    ],
    help: ['One mail an hour at most.', 'Un courriel par heure au plus.'],
  },
});
