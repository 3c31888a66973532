/** What Poppler paints before and after each update of the table in docs/signatures.md: the referee of its findings. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { requireTool } from '@campus/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { onceOfEach, revisionCases, sentFor, updatedFor } from '../support/revision-cases.ts';
import { createSigner, signedPdf, type TestSigner } from '../support/signed-pdfs.ts';

let pdftoppm: string;
let folder: string;
let signer: TestSigner;
beforeAll(async () => {
  pdftoppm = await requireTool('pdftoppm');
  folder = await mkdtemp(path.join(tmpdir(), 'painted-'));
  signer = await createSigner();
});
afterAll(async () => {
  if (folder !== undefined) await rm(folder, { recursive: true });
});

/** Its pages, as PPM one behind the other. */
async function painted(bytes: Uint8Array): Promise<Buffer> {
  const file = path.join(folder, 'document.pdf');
  await writeFile(file, bytes);
  const { stdout } = await promisify(execFile)(pdftoppm, ['-r', '36', file], {
    encoding: 'buffer',
    maxBuffer: 2 ** 26,
  });
  expect(stdout.subarray(0, 2).toString()).toBe('P6');
  return stdout;
}

const signedOnce = onceOfEach(async (sent) => {
  const signed = await signedPdf(sent, signer);
  return { signed, pages: await painted(signed) };
});

const named = revisionCases.map(
  (one) => [`/${one.key} of the ${one.where}${one.when === undefined ? '' : `, ${one.when}`}`, one] as const,
);

test.each(named)('%s, is found harmless only where it changes no pixel', async (_, one) => {
  const { signed, pages } = await signedOnce(sentFor(one));
  const isSame = pages.equals(await painted(updatedFor(one, signed)));
  if (one.finding === 'nothing') expect(isSame).toBe(true);
  if (one.isPainted) expect(isSame).toBe(false);
});
