/** The languages of messages, pages and translated fields; the first stands in where a translation is missing. */
export const languages = ['en', 'fr'] as const;

export type Language = (typeof languages)[number];

/** A text in every language. */
export type Translated = Record<Language, string>;

export function isLanguage(code: string): code is Language {
  return (languages as readonly string[]).includes(code);
}

/** The languages in the order in which a missing translation is looked for. */
export function fallbackOrder(language: Language): Language[] {
  return [language, ...languages.filter((other) => other !== language)];
}

/** What a text says to a reader of this language, though it may be missing in it; empty where no language has it. */
export function textIn(language: Language, texts: Readonly<Record<Language, unknown>>): string {
  const found = fallbackOrder(language)
    .map((code) => texts[code])
    .find((text) => typeof text === 'string');
  return String(found ?? '');
}
