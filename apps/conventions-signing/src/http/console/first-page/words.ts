import type { Language } from '@campus/language';

interface Words {
  title: string;
  failed: string;
  noneFailed: string;
  allFailed: string;
  waiting: string;
  noneWaiting: string;
  counts: string;
  kind: string;
  total: string;
}

/** What the first page of the console says. */
export const words: Record<Language, Words> = {
  en: {
    title: 'Signatures now',
    failed: 'Calls that have failed',
    noneFailed: 'Every call to the signing application has gone through, or waits for its first attempt.',
    allFailed: 'All of them',
    waiting: 'Waiting longest',
    noneWaiting: 'Nobody is waited for.',
    counts: 'How many there are',
    kind: 'Kind',
    total: 'Total',
  },
  fr: {
    title: 'Les signatures en ce moment',
    failed: 'Appels qui ont échoué',
    noneFailed: "Tous les appels de l'application de signature sont passés, ou attendent leur premier essai.",
    allFailed: 'Tous',
    waiting: 'En attente depuis le plus longtemps',
    noneWaiting: "Personne n'est attendu.",
    counts: 'Combien il y en a',
    kind: 'Genre',
    total: 'Total',
  },
};
