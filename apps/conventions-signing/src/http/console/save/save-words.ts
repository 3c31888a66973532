import { inEachLanguage } from '@campus/pages';

export const saveWords = inEachLanguage({
  save: ['Save as CSV', 'Enregistrer en CSV'],
});
