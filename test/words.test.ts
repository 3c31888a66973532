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
