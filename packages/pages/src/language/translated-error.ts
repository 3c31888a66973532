import { ExpectedError } from '@campus/config';
import { type Failure, failureText, type Messages } from './failure.ts';
import type { MessageValues } from './fill.ts';
import type { Language, Translated } from './language.ts';

/** An expected failure that people are told about: its sentence in every language, and in English as `message`. */
export abstract class TranslatedError<Code extends string = string> extends ExpectedError {
  readonly code: Code;
  readonly text: Translated;
  readonly values: MessageValues;
  /** What another program said of it, in its own English; empty when there is nothing. */
  readonly words: string;

  constructor(
    messages: Messages<Code>,
    code: Code,
    {
      values = {},
      words = '',
      cause,
    }: { values?: MessageValues | undefined; words?: string; cause?: unknown } = {},
  ) {
    super(failureText(messages[code], { values, words }, 'en'), { cause });
    this.code = code;
    this.text = messages[code];
    this.values = values;
    this.words = words;
  }

  /** The same as a value, to be stored. */
  get failure(): Failure<Code> {
    const { code, values, words } = this;
    return words === '' ? { code, values } : { code, values, words };
  }

  /** What happened, for a person. */
  sentence(language: Language): string {
    return failureText(this.text, this, language);
  }
}
