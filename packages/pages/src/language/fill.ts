import type { Language, Translated } from './language.ts';

/** What stands in the places of a text. No value is a secret. */
export type MessageValues = Readonly<Record<string, string | number | Translated>>;

/** A text in one language, with its values in their places: `{name}` stands for one. */
export function fill(text: Translated, values: MessageValues, language: Language): string {
  return text[language].replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === 'object' ? value[language] : String(value);
  });
}
