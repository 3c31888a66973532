import type { Choice, Language } from '@campus/pages';
import { spokenLanguagesIn } from '../../resources/fields/spoken-languages.ts';

/** Spoken in most lectures of a European university, and so first in the list. */
const frequentLanguages = ['fr', 'en', 'de', 'es', 'it', 'pt', 'nl', 'ar', 'zh', 'ru', 'ja'];

/** The language of the page first, then the frequent ones, then the others by their names. */
export function languageChoices(language: Language): Choice[] {
  const order = [language, ...frequentLanguages];
  const rank = ({ value }: Choice) => (order.includes(value) ? order.indexOf(value) : order.length);
  return spokenLanguagesIn(language)
    .map(({ value, display_name }) => ({ value, label: display_name }))
    .toSorted((one, other) => rank(one) - rank(other));
}
