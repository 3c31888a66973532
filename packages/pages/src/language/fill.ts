import type { Language, Translated } from './language.ts';

/** What stands in the places of a text. No value is a secret. */
export type MessageValues = Readonly<Record<string, string | number | Translated>>;

/** A text in one language, with its values in their places: `{name}` stands for one, `{name.1}` for one with a decimal. */
export function fill(text: Translated, values: MessageValues, language: Language): string {
  return text[language].replace(/\{(\w+)(?:\.(\d))?\}/g, (whole, name: string, decimals?: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    if (typeof value === 'object') return value[language];
    if (typeof value === 'string' || decimals === undefined) return String(value);
    return value.toFixed(Number(decimals)).replace('.', decimalPoint[language]);
  });
}

const decimalPoint = { en: '.', fr: ',' } satisfies Translated;
