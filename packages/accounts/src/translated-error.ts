import type { Language, Translated } from '@campus/language';

/** What stands in the places of a text. No value is a secret. */
export type MessageValues = Readonly<Record<string, string | number>>;

/** An expected failure that people are told about: its sentence in every language, and in English as `message`. */
export abstract class TranslatedError extends Error {
  readonly text: Translated;
  readonly values: MessageValues;

  /** @param text  `{name}` in it stands for a value */
  constructor(
    text: Translated,
    { values = {}, cause }: { values?: MessageValues | undefined; cause?: unknown } = {},
  ) {
    super(fill(text.en, values), { cause });
    this.text = text;
    this.values = values;
  }

  /** What happened, for a person. */
  sentence(language: Language): string {
    return fill(this.text[language], this.values);
  }
}

function fill(text: string, values: MessageValues): string {
  return text.replace(/\{(\w+)\}/g, (_place, name: string) => String(values[name]));
}
