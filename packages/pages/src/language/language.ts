import type { Request } from 'express';

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

/** What stands between a label and its value: French puts a no-break space before its colon. */
export function colon(language: Language): string {
  return language === 'fr' ? '\u00a0: ' : ': ';
}

/** The language that the caller prefers among ours (RFC 9110 §12.5.4); `byDefault` when it names none. */
export function languageOf(request: Request, byDefault: Language): Language {
  if (request.headers['accept-language'] === undefined) return byDefault;
  const preferred = request.acceptsLanguages(byDefault, ...languages);
  return preferred !== false && isLanguage(preferred) ? preferred : byDefault;
}
