import { codedError } from '@campus/config';
import { type Failure, failureText, type Messages, type MessageValues } from './failure.ts';
import { type Pair, translated } from './in-each-language.ts';
import type { Language, Translated } from './language.ts';

/**
 * A class of expected failures that people are told about: its closed list of codes, each with its sentence beside the
 * translation. Its message is the sentence in English.
 *
 *     class LinkError extends translatedError({ too_many: ['At most {limit} links.', 'Au plus {limit} liens.'] }) {}
 *     throw new LinkError('too_many', { limit: 50 });
 */
export function translatedError<Code extends string>(texts: Readonly<Record<Code, Pair>>) {
  const messages: Messages<Code> = translated(texts);
  return class extends codedError<Code>() {
    static readonly messages = messages;
    readonly values: MessageValues;
    /** What another program said of it, in its own English; empty when there is nothing. */
    readonly words: string;

    constructor(
      code: Code,
      values: MessageValues = {},
      { words = '', cause }: { words?: string; cause?: unknown } = {},
    ) {
      super(code, failureText(messages[code], { values, words }, 'en'), { cause });
      this.values = values;
      this.words = words;
    }

    get text(): Translated {
      return messages[this.code];
    }

    /** Where the sentence says `{wait}`: after how many seconds trying again makes sense, from 1. */
    get retryAfterSeconds(): number | undefined {
      const { wait } = this.values;
      return typeof wait === 'number' ? wait : undefined;
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
  };
}
