import type { Language } from '@campus/pages';

const en = {
  title: 'Signatures now',
  failed: 'Calls that have failed',
  noneFailed: 'Every call to the signing application has gone through, or waits for its first attempt.',
  allFailed: 'All of them',
  waiting: 'Waiting longest',
  noneWaiting: 'Nobody is waited for.',
  counts: 'How many there are',
  kind: 'Kind',
  total: 'Total',
  ofWhichFailing: (count: number) => `of which ${count} with a failed call`,
  ofWhichOutside: (count: number) => `of which ${count} outside`,
  live: 'Failed calls, signatures that are waited for, and counts',
};

type Words = typeof en;

const fr: Words = {
  title: 'Les signatures en ce moment',
  failed: 'Appels qui ont échoué',
  noneFailed: "Tous les appels de l'application de signature sont passés, ou attendent leur premier essai.",
  allFailed: 'Tous',
  waiting: 'En attente depuis le plus longtemps',
  noneWaiting: "Personne n'est attendu.",
  counts: 'Combien il y en a',
  kind: 'Genre',
  total: 'Total',
  ofWhichFailing: (count) => `dont ${count} dont l'appel a échoué`,
  ofWhichOutside: (count) => `dont ${count} hors application`,
  live: 'Appels échoués, signatures attendues et nombres',
};

/** What the first page of the console says. */
export const firstPageWords = { en, fr } satisfies Record<Language, Words>;
