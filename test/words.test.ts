import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { repositoryRoot } from './support/start-demo.ts';

const french = /\bfr:\s*(?:\(\w*\) => )?['"`](?!fr-)[\p{L}«(]|\b(?:inEachLanguage|translated)\(/u;

/** Where words for people may stand, by the name of the file or by what it does. */
const isFileOfWords = /-words\.ts$|\/in-each-language\.ts$/;
const isBesideCodes = /(error|errors|failure|refusal|refusals|messages|problems)\.ts$/;
const declares =
  /\b(defineResource|declareField|DeclaredField|DeclaredAction|RegistrationField|namedChoices)\b/;

test('What people read stands in a file of words, beside the code of an error, or in a declaration', async () => {
  const elsewhere: string[] = [];
  for await (const file of glob('{apps,packages}/*/src/**/*.ts', { cwd: repositoryRoot })) {
    if (isFileOfWords.test(file) || isBesideCodes.test(file)) continue;
    const source = await readFile(path.join(repositoryRoot, file), 'utf8');
    if (french.test(source) && !declares.test(source)) elsewhere.push(file);
  }
  expect(elsewhere).toEqual([]);
});

/** What only pages show; the API of the video platform keeps the sentences that its clients know. */
const shownOnPages = [
  '{apps,packages}/*/src/**/*-words.ts',
  'apps/conventions-signing/src/wire/registration-fields.ts',
  'apps/conventions-signing/src/http/problems.ts',
  'apps/conventions-signing/src/http/console/forms/field-problems.ts',
  'apps/conventions-signing/src/deliveries/call-failure.ts',
  'apps/conventions-signing/src/accounts/account-error.ts',
  'packages/deliveries/src/call-failure.ts',
  'packages/accounts/src/sign-in-error.ts',
  'packages/accounts/src/provider/identity-provider.ts',
];
const spokenByTheApi = /(api|ffmpeg)-words\.ts$/;

test('French words have no-break spaces before : ; ! ? and inside « », so that no line begins with a sign', async () => {
  expect(await textsOfPagesWith(/ [:;!?](?=\s|$)|« | »/)).toEqual([]);
});

test('French words have the apostrophe of print', async () => {
  expect(await textsOfPagesWith(/\p{L}'(?:\p{L}|…)/u)).toEqual([]);
});

async function textsOfPagesWith(fault: RegExp): Promise<string[]> {
  const faulty: string[] = [];
  for await (const file of glob(shownOnPages, { cwd: repositoryRoot })) {
    if (spokenByTheApi.test(file)) continue;
    const source = await readFile(path.join(repositoryRoot, file), 'utf8');
    for (const text of frenchTextsIn(source)) if (fault.test(text)) faulty.push(`${file}: ${text}`);
  }
  return faulty;
}

/** What a text is in the source. */
const text = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/.source;

/** The texts of a file of words in French: the second ones of pairs, those beside `fr:`, and all behind `const fr`. */
function frenchTextsIn(source: string): string[] {
  // What is put into a text is code, and may hold texts of its own.
  let code = source;
  for (let last = ''; last !== code; ) {
    last = code;
    code = code.replace(/\$\{[^{}]*\}/g, '…');
  }
  const [before = '', ...behind] = code.split(/\bconst fr\b/);
  const beside = before.match(new RegExp(`\\bfr:\\s*(?:${text})`, 'g')) ?? [];
  const texts = [...beside, ...behind].join('\n').match(new RegExp(text, 'g')) ?? [];
  return [...texts, ...secondsOfPairs(before)].map((each) => each.slice(1, -1));
}

/** The texts that stand in square brackets behind one comma. */
function secondsOfPairs(code: string): string[] {
  const found: string[] = [];
  const open: { bracket: string; commas: number }[] = [];
  const tokens = new RegExp(`/\\*[^]*?\\*/|//.*|${text}|[[\\](){},]`, 'g');
  for (const [token] of code.matchAll(tokens)) {
    const within = open.at(-1);
    if ('[({'.includes(token)) open.push({ bracket: token, commas: 0 });
    else if ('])}'.includes(token)) open.pop();
    else if (within?.bracket === '[' && token === ',') within.commas += 1;
    else if (within?.bracket === '[' && within.commas === 1 && /^['"`]/.test(token)) found.push(token);
  }
  return found;
}
