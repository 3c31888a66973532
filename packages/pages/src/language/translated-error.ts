import { fill, type MessageValues } from './fill.ts';
import type { Language, Translated } from './language.ts';

/** An expected failure that people are told about: its sentence in every language, and in English as `message`. */
export abstract class TranslatedError extends Error {
  readonly text: Translated;
  readonly values: MessageValues;

  /** @param text  `{name}` in it stands for a value */
  constructor(
    text: Translated,
    { values = {}, cause }: { values?: MessageValues | undefined; cause?: unknown } = {},
  ) {
    super(fill(text, values, 'en'), { cause });
    this.text = text;
    this.values = values;
  }

  /** What happened, for a person. */
  sentence(language: Language): string {
    return fill(this.text, this.values, language);
  }
}
