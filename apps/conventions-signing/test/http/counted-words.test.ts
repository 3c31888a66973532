import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { languages } from '@campus/pages';
import { expect, test } from '@jest/globals';

const source = path.resolve(import.meta.dirname, '../../src');

/** What stands in a sentence and counts nothing, or is never 0 or 1. */
const fixed: Record<string, unknown> = {
  ...{ most: 10_000, days: 7, round: 3, next: 4, order: 2, version: 2 },
  ...{ total: 40, all: 400, shown: 200 },
};

const plural = {
  en: 'records|documents|drafts|calls|attempts|signatories|signatures|entries|pages|others|are|were|have|wait|go',
  fr: 'documents|brouillons|appels|essais|signatures|signataires|inscriptions|autres|sont|ont|n’ont|attendent|échouent',
};
const singular = {
  en: 'record|document|draft|call|attempt|signatory|signature|entry|page|is|was|waits',
  fr: 'document|brouillon|appel|essai|signature|signataire|inscription|autre|est|a|n’a|attend|échoue',
};
/** Between a number and what is counted. */
const adjective = '(?:digital |signed |de |que )?';

/** What is wrong with a sentence about so many; the number stands in it, or a word for it. */
function faultsOf(text: string, count: number, language: 'en' | 'fr'): string[] {
  const isOne = language === 'fr' ? count < 2 : count === 1;
  const wrong = (isOne ? plural : singular)[language];
  const number = `(?<![\\p{L}\\p{N}.,])${count}`;
  return [
    new RegExp(`${number} ${adjective}(?:${wrong})(?![\\p{L}])`, 'u'),
    // Of nothing there is nothing to tell.
    /\b[Oo]f 0\b|\b[Dd]es? 0\b|^0 (?:is|are|was|were|est|sont|n’)/,
    /\((?:s|es|e|ies)\)/,
  ].flatMap((fault) => (fault.test(text) ? [`${language} ${count}: ${text}`] : []));
}

/** Sentences that take a number, by their places in the words of a file. */
function* sentencesIn(
  words: object,
  declared: Map<string, string[]>,
): Generator<[string, (...given: unknown[]) => unknown, string[]]> {
  for (const [name, word] of Object.entries(words)) {
    const parameters = declared.get(name);
    if (typeof word === 'function' && parameters !== undefined) yield [name, word, parameters];
    else if (typeof word === 'object' && word !== null) yield* sentencesIn(word, declared);
  }
}

/** Of each sentence that takes a number the names and types of what it takes. */
function declaredIn(text: string): Map<string, string[]> {
  const found = [...text.matchAll(/^\s+'?([\w-]+)'?: \(([^)]*)\)(?:: \w+)? =>/gm)];
  return new Map(
    found
      .filter(([, , parameters = '']) => /: number|^count: string/.test(parameters))
      .map(([, name = '', parameters = '']) => [name, parameters.split(/, ?/)]),
  );
}

test('Each sentence with a number is right for none, one and many, in both languages', async () => {
  const faults: string[] = [];
  let looked = 0;
  for await (const file of glob('**/*-words.ts', { cwd: source })) {
    const declared = declaredIn(await readFile(path.join(source, file), 'utf8'));
    const module: Record<string, object> = await import(pathToFileURL(path.join(source, file)).href);
    for (const exported of Object.values(module))
      for (const language of languages) {
        const words = (exported as Record<string, object>)[language];
        if (words === undefined) continue;
        for (const [name, sentence, parameters] of sentencesIn(words, declared)) {
          looked += 1;
          for (const count of [0, 1, 2, 21]) {
            const given = parameters.map((parameter) => {
              const [key = '', type = ''] = parameter.split(/\?? ?: /);
              if (Object.hasOwn(fixed, key)) return fixed[key];
              if (type.startsWith('number')) return count;
              return key === 'count' ? String(count) : 'Ada';
            });
            const text = sentence(...given);
            if (typeof text === 'string')
              faults.push(...faultsOf(text, count, language).map((fault) => `${file} ${name} ${fault}`));
          }
        }
      }
  }
  expect(faults).toEqual([]);
  expect(looked).toBeGreaterThan(80);
});

test.each([
  ['en', 1, '1 records', false],
  ['en', 0, 'Of 0 the numbers stay', false],
  ['en', 2, '2 of 21 have signed', true],
  ['fr', 0, '0 documents', false],
  ['fr', 2, '2 document', false],
  ['fr', 1, '1 document(s)', false],
] as const)('In %s, of %d, “%s” is right: %s', (language, count, text, isRight) => {
  expect(faultsOf(text, count, language).length === 0).toBe(isRight);
});
