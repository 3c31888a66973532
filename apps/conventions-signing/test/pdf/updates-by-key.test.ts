/** What is found of an update that writes one key: the table in docs/signatures.md, row by row. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createPdfInspector } from '../../src/pdf/inspect.ts';
import { revisionCases, sentFor, updatedFor } from '../support/revision-cases.ts';
import { createSigner, signedPdf, type TestSigner } from '../support/signed-pdfs.ts';

const inspector = createPdfInspector();
afterAll(() => inspector.stop());

let signer: TestSigner;
beforeAll(async () => {
  signer = await createSigner();
});

async function comparisonOf(file: Uint8Array, registered: Uint8Array) {
  const sha256 = createHash('sha256').update(registered).digest('hex');
  const size = registered.byteLength;
  return (await inspector.inspect(file, { registered: { size, sha256 } })).signatures.comparison;
}

const named = revisionCases.map(
  (one) => [`/${one.key} of the ${one.where}${one.when === undefined ? '' : `, ${one.when}`}`, one] as const,
);

test.each(named)('%s, written behind the last signature', async (_, one) => {
  const sent = sentFor(one);
  const result = one.finding === 'nothing' ? 'signatures-added' : one.finding;
  expect(await comparisonOf(updatedFor(one, await signedPdf(sent, signer)), sent)).toEqual({
    result,
    pages: one.pages ?? [],
  });
});
