import type { Language } from '@campus/pages';
import type * as rest from '@campus/rest';
import ISO6391 from 'iso-639-1';
import { formerLanguageWords as former } from './former-language-words.ts';

/** Made once: one takes as long as a hundred names. */
const unicodeNames: Readonly<Record<Language, Intl.DisplayNames>> = {
  en: new Intl.DisplayNames(['en'], { type: 'language' }),
  fr: new Intl.DisplayNames(['fr'], { type: 'language' }),
};

/** The languages that a video may be in (ISO 639-1), by their English names. */
export const spokenLanguages: readonly rest.FieldChoice[] = [
  ...ISO6391.getAllCodes().map((value) => ({ value, display_name: ISO6391.getName(value) })),
  ...Object.entries(former).map(([value, { en }]) => ({ value, display_name: en })),
];

/** What one of them is called in the language of a reader. */
export function languageName(code: string, language: Language): string {
  return former[code]?.[language] ?? unicodeNames[language].of(code) ?? code;
}

/** The same for a reader: named in the reader's language and sorted by it, the reader's own first. */
export function spokenLanguagesIn(language: Language): rest.FieldChoice[] {
  const taken = new Set<string>();
  const choices = spokenLanguages.map(({ value, display_name }) => {
    const name = languageName(value, language);
    // Unicode takes Twi for Akan: two choices of one name could not be told apart.
    const shown = taken.has(name) ? display_name : name;
    taken.add(shown);
    return { value, display_name: shown };
  });
  const { compare } = new Intl.Collator(language);
  return choices.toSorted(
    (one, other) =>
      Number(other.value === language) - Number(one.value === language) ||
      compare(one.display_name, other.display_name),
  );
}
