import { errorPageWords, inEachLanguage } from '@campus/pages';

/** What stands around the sentence of an error on a page of its own. */
export const pageErrorWords = inEachLanguage({
  ...errorPageWords,
  titles: {
    ...errorPageWords.titles,
    403: ['Not allowed', 'Non autorisé'],
    405: ['Not offered here', 'Non proposé ici'],
    406: ['Not offered here', 'Non proposé ici'],
    507: ['No space left', 'Plus de place'],
  },
});
