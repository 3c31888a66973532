import { type OwnTexts, registeredTextNames, registeredTexts } from '../domain/registered-texts.ts';
import type { SigningMetadata } from '../domain/signable.ts';

/** Letters and signs that decomposition leaves alone, as people type them. */
const typedAs: Record<string, string> = { œ: 'oe', æ: 'ae', ø: 'o', ß: 'ss', '’': "'" };

/**
 * A text as it is compared in a search: without case, and without accents, since people type `emilie` and
 * mean `Émilie`. Search words and searched texts both go through here.
 */
function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[œæøß’]/g, (letter) => typedAs[letter] ?? letter);
}

/** More words than this, and each search would look at every text that often. */
export const maxSearchWords = 8;

/** The words of a search, folded, each once; none when nothing was typed. A word within another one adds nothing. */
export function foldedWords(typed = ''): string[] {
  const words = [...new Set(foldText(typed).split(/\s+/).filter(Boolean))];
  return words.filter((word) => !words.some((other) => other !== word && other.includes(word)));
}

/** What a search looks in: texts, people and mail addresses of a record. */
export function searchTextOf(metadata: SigningMetadata, own: OwnTexts): string {
  const registered = { ...own, ...metadata };
  const searched = registeredTextNames.filter((name) => registeredTexts[name].searchedAs !== null);
  const texts = searched.map((name) => registered[name] ?? '');
  const people = metadata.signatories.flatMap(({ givenName, name, mail }) => [`${givenName} ${name}`, mail]);
  return foldText([...texts, ...people, ...metadata.watchers].join('\n'));
}
