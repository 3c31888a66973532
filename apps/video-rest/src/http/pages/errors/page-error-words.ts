import { errorPageWords, inEachLanguage } from '@campus/pages';

/** What pages say of errors, where the error itself says nothing better. */
export const pageErrorWords = inEachLanguage({
  ...errorPageWords,
  titles: { ...errorPageWords.titles, 403: ['Not allowed', 'Accès refusé'] },
  notDone: ['Not done', 'Rien n’est fait'],
  notFoundIs: [
    'There is no such page, or what it was about is not there any more.',
    'Cette page n’existe pas, ou ce dont elle parlait n’existe plus.',
  ],
  internalIs: [
    'Something went wrong on our side. Try again, or tell whoever runs this platform.',
    'Une erreur est survenue de notre côté. Réessayez, ou prévenez les responsables de la plateforme.',
  ],
});
