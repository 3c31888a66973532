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
