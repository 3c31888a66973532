import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { requireTool } from '@campus/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { incrementallyUpdated, validPdf } from '../support/pdfs.ts';
import { sharedInspector } from '../support/shared-inspector.ts';
import { createSigner, signedPdf, type TestSigner } from '../support/signed-pdfs.ts';

let pdfsig: string;
let folder: string;
let ada: TestSigner;
let charles: TestSigner;
beforeAll(async () => {
  pdfsig = await requireTool('pdfsig');
  folder = await mkdtemp(path.join(tmpdir(), 'signatures-'));
  ada = await createSigner({ name: 'Ada Lovelace' });
  charles = await createSigner({ name: 'Charles Babbage', algorithm: 'RSA' });
});
afterAll(async () => {
  if (folder !== undefined) await rm(folder, { recursive: true });
});

interface Opinion {
  signers: string[];
  valid: boolean[];
  whole: boolean;
}

const wholeAndValid = ['Total document signed', 'Signature is Valid.'];

/** What poppler says, in its words (they are not translated in the C locale). */
async function opinionOfPdfsig(bytes: Uint8Array): Promise<Opinion> {
  const file = path.join(folder, 'signed.pdf');
  await writeFile(file, bytes);
  // Its exit status tells apart what its words tell better; trust in certificates is not the question.
  const { stdout } = await promisify(execFile)(pdfsig, ['-nocert', file], { env: { LC_ALL: 'C' } }).catch(
    (error: { stdout: string }) => error,
  );
  const lines = stdout.split('\n').map((line) => line.trim().replace(/^- /, ''));
  const validity = lines.filter((line) => line.startsWith('Signature Validation: '));
  for (const line of validity) expect(line).toMatch(/Signature is Valid\.|Digest Mismatch\./);
  return {
    signers: lines.flatMap((line) => /^Signer Certificate Common Name: (.*)$/.exec(line)?.[1] ?? []),
    valid: validity.map((line) => line.endsWith('Signature is Valid.')),
    // It says so of a signature that does not hold, too; we do not.
    whole: stdout.split('Signature #').some((part) => wholeAndValid.every((words) => part.includes(words))),
  };
}

async function ourOpinion(bytes: Uint8Array): Promise<Opinion> {
  const { signatures } = await sharedInspector.inspect(bytes);
  expect(signatures.items).toHaveLength(signatures.count);
  return {
    signers: signatures.items.map(({ signer }) => signer ?? ''),
    valid: signatures.items.map(({ digestValid }) => digestValid),
    whole: signatures.wholeFileCovered,
  };
}

function tampered(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(
    Buffer.from(Buffer.from(bytes).toString('latin1').replace('/MediaBox', '/mediaBox'), 'latin1'),
  );
}

const shapes: [string, (pdf: Uint8Array) => Promise<Uint8Array>, Opinion][] = [
  ['no signature', async (pdf) => pdf, { signers: [], valid: [], whole: false }],
  ['one', (pdf) => signedPdf(pdf, ada), { signers: ['Ada Lovelace'], valid: [true], whole: true }],
  [
    'two, the second as an incremental update',
    async (pdf) => signedPdf(await signedPdf(pdf, ada), charles),
    { signers: ['Ada Lovelace', 'Charles Babbage'], valid: [true, true], whole: true },
  ],
  [
    'one, tampered after it was signed',
    async (pdf) => tampered(await signedPdf(pdf, ada)),
    { signers: ['Ada Lovelace'], valid: [false], whole: false },
  ],
  [
    'one that does not cover the end',
    (pdf) => signedPdf(pdf, ada, { writeByteRange: ([start, a, b, c]) => `[${start} ${a} ${b} ${c - 40}]` }),
    { signers: ['Ada Lovelace'], valid: [true], whole: false },
  ],
  [
    'one, and a change appended after it',
    async (pdf) => incrementallyUpdated(await signedPdf(pdf, ada)),
    { signers: ['Ada Lovelace'], valid: [true], whole: false },
  ],
  [
    'one in the form of PAdES',
    (pdf) => signedPdf(pdf, charles, { subFilter: 'ETSI.CAdES.detached', signedAt: null }),
    { signers: ['Charles Babbage'], valid: [true], whole: true },
  ],
];

for (const crossReference of ['table', 'stream'] as const) {
  test.each(shapes)(
    `pdfsig and we agree on a file with %s, with a cross-reference ${crossReference}`,
    async (_, make, expected) => {
      const bytes = await make(await validPdf({ crossReference }));
      expect(await ourOpinion(bytes)).toEqual(expected);
      expect(await opinionOfPdfsig(bytes)).toEqual(expected);
    },
  );
}
