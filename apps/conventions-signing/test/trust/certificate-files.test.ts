import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { errorMessage } from '@campus/config';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { readCertificateFiles } from '../../src/trust/certificate-files.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'certificates-'));
});
afterEach(() => rm(folder, { recursive: true }));

function refusalOf(place: string): Promise<string> {
  return readCertificateFiles(place, { parameter: 'trust.folder' }).then(
    () => 'none',
    (error: unknown) => errorMessage(error),
  );
}

test('A folder that is not there is named, with what to do', async () => {
  const missing = path.join(folder, 'missing');

  expect(await refusalOf(missing)).toBe(
    `trust.folder: the folder ${missing} cannot be read (ENOENT); correct it, or make it readable`,
  );
});

test('A folder without certificates is named, with what to do', async () => {
  expect(await refusalOf(folder)).toBe(
    `trust.folder: the folder ${folder} holds no certificate; put one there, in PEM or DER`,
  );
});

test('A broken certificate is named, with what to do', async () => {
  const file = path.join(folder, 'root.pem');
  await writeFile(file, '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n');

  expect(await refusalOf(folder)).toBe(
    `trust.folder: ${file} is no certificate in PEM or DER; put a whole one there, or take it out`,
  );
});
