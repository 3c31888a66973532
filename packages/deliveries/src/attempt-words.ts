import { inEachLanguage } from '@campus/pages';

/** What pages say of an attempt. */
export const attemptWords = inEachLanguage({
  attempt: ['Attempt', 'Essai'],
  noAnswer: ['no answer', 'pas de réponse'],
  request: ['Request', 'Requête'],
  answer: ['Answer', 'Réponse'],
  body: ['Body', 'Corps'],
  emptyBody: ['Without a body.', 'Sans corps.'],
  notWhole: ['This is its beginning.', 'En voici le début.'],
  leftOut: (count: number) => [
    count === 1 ? 'One header more.' : `${count} headers more.`,
    count === 1 ? 'Un en-tête de plus.' : `${count} en-têtes de plus.`,
  ],
  notKept: [
    'What was sent and answered is not kept of this attempt.',
    'Ce qui a été envoyé et répondu n’est pas conservé pour cet essai.',
  ],
  nothingCame: ['No answer came.', 'Aucune réponse n’est venue.'],
});
