import { colon, type Language, type Translated } from './language.ts';

/** What is said of each code of a kind of failure; the codes are its keys. `{name}` in it stands for a value. */
export type Messages<Code extends string> = Readonly<Record<Code, Translated>>;

/** What went wrong, as a value to hand on and to store: it is worded when it is shown. */
export type Failure<Code extends string> = Particulars & { readonly code: Code };

type Particulars = {
  readonly values?: MessageValues;
  /** What another program said of it, in its own English. */
  readonly words?: string;
};

/** Our sentence, and the words of another program behind it; either may be empty. */
export function failureParts(
  text: Translated,
  { values = {}, words = '' }: Particulars,
  language: Language,
): { own: string; words: string } {
  const own = fill(text, values, language);
  return { own: own === '' || words === '' ? own : own.replace(/\.?$/, colon(language).trimEnd()), words };
}

/** The whole of a failure in one language. */
export function failureText(text: Translated, particulars: Particulars, language: Language): string {
  const { own, words } = failureParts(text, particulars, language);
  return own === '' || words === '' ? own + words : `${own} ${words}`;
}

/** A failure in two columns: versions that know no codes read and write `error` alone, its sentence in English. */
export interface StoredFailure {
  failure?: unknown;
  error?: unknown;
}

/** The two columns of a failure. */
export function storeFailure<Code extends string>(
  messages: Messages<Code>,
  failure: Failure<Code>,
): { failure: Failure<Code>; error: string } {
  return { failure, error: failureText(messages[failure.code], failure, 'en') };
}

/** The failure that was stored, null when there was none; a sentence without its code is `recorded`. */
export function readFailure<Code extends string>(
  messages: Messages<Code | 'recorded'>,
  { failure, error }: StoredFailure,
): Failure<Code | 'recorded'> | null {
  if (typeof error !== 'string') return null;
  const stored = failure as Failure<Code> | null | undefined;
  const text = stored ? messages[stored.code] : undefined;
  // A version that knows no codes may have written another sentence since.
  if (stored && text && failureText(text, stored, 'en') === error) return stored;
  return { code: 'recorded', words: error };
}

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
