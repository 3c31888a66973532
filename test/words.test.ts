import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { repositoryRoot } from './support/start-demo.ts';

const french = /\bfr:\s*['"`](?!fr-)[\p{L}«(]/u;

/** Where words for people may stand, by the name of the file or by what it does. */
const isFileOfWords = /-words\.ts$/;
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
  'apps/conventions-signing/src/http/console/forms/field-problems.ts',
  'apps/conventions-signing/src/webhook/call-failure.ts',
  'apps/conventions-signing/src/accounts/account-error.ts',
  'packages/accounts/src/sign-in-error.ts',
  'packages/accounts/src/identity-providers/identity-error.ts',
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

/** The texts of a file of words in French: those beside `fr:`, and all behind `const fr`. */
function frenchTextsIn(source: string): string[] {
  const [before = '', ...behind] = source.split(/\bconst fr\b/);
  let code = [...(before.match(/\bfr:\s*(['"`]).*?\1/gs) ?? []), ...behind].join('\n');
  // What is put into a text is code, and may hold texts of its own.
  for (let last = ''; last !== code; ) {
    last = code;
    code = code.replace(/\$\{[^{}]*\}/g, '…');
  }
  return (code.match(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g) ?? []).map((text) =>
    text.slice(1, -1),
  );
}
