import { type Language, languages, type Translated } from './language.ts';

/** The same in each language, in the order of `languages`. */
export type Pair<T = string> = readonly [en: T, fr: T];

/** Texts beside their translations: a pair, a function that gives one, or several of them by their names. */
interface Words {
  readonly [name: string]: Pair<unknown> | ((...given: never[]) => Pair<unknown>) | Words;
}

/** What is left of them for a reader of one language. */
type InOneLanguage<W> = W extends readonly [infer En, infer Fr]
  ? En | Fr
  : W extends (...given: infer Given) => Pair<infer T>
    ? (...given: Given) => T
    : { readonly [Name in keyof W]: InOneLanguage<W[Name]> };

/**
 * The words of a page, or of a part of one, by language. Each text stands beside its translation, so none is missing:
 *
 *     const words = inEachLanguage({
 *       title: ['Rounds', 'Tours'],
 *       round: (number: number) => [`Round ${number}`, `Tour ${number}`],
 *     });
 *     words[language].round(2);
 */
export function inEachLanguage<W extends Words>(words: W): Readonly<Record<Language, InOneLanguage<W>>> {
  return Object.fromEntries(languages.map((language, place) => [language, chosen(words, place)])) as never;
}

function chosen(words: Words, place: number): object {
  return Object.fromEntries(
    Object.entries(words).map(([name, word]) => [
      name,
      Array.isArray(word) ? word[place] : of(word as never),
    ]),
  );

  function of(word: Words | ((...given: unknown[]) => Pair<unknown>)): unknown {
    return typeof word === 'function' ? (...given: unknown[]) => word(...given)[place] : chosen(word, place);
  }
}

/** A text beside its translation, by language. */
export const translation = ([en, fr]: Pair): Translated => ({ en, fr });

/** Texts by their names, each beside its translation, for whoever hands one on before it is known who reads it. */
export function translated<Name extends string>(
  texts: Readonly<Record<Name, Pair>>,
): Readonly<Record<Name, Translated>> {
  const both = Object.entries<Pair>(texts).map(([name, text]) => [name, translation(text)]);
  return Object.fromEntries(both);
}
