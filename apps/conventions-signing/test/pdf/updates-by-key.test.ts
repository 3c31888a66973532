/** What is found of an update that writes one key: the table in docs/signatures.md, row by row. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from '@jest/globals';
import { agreementPdf } from '../support/pdf-updates.ts';
import { onceOfEach, revisionCases, sentFor, updatedFor } from '../support/revision-cases.ts';
import { sharedInspector } from '../support/shared-inspector.ts';
import { createSigner, signedPdf, type TestSigner } from '../support/signed-pdfs.ts';

let signer: TestSigner;
beforeAll(async () => {
  signer = await createSigner();
});

const signedOnce = onceOfEach((sent) => signedPdf(sent, signer));

async function comparisonOf(file: Uint8Array, registered: Uint8Array) {
  const sha256 = createHash('sha256').update(registered).digest('hex');
  const size = registered.byteLength;
  return (await sharedInspector.inspect(file, { registered: { size, sha256 } })).signatures.comparison;
}

const named = revisionCases.map(
  (one) => [`/${one.key} of the ${one.where}${one.when === undefined ? '' : `, ${one.when}`}`, one] as const,
);

test.each(named)('%s, written behind the last signature', async (_, one) => {
  const sent = sentFor(one);
  const result = one.finding === 'nothing' ? 'signatures-added' : one.finding;
  expect(await comparisonOf(updatedFor(one, await signedOnce(sent)), sent)).toEqual({
    result,
    pages: one.pages ?? [],
  });
});

const over = { Rect: [60, 690, 300, 730] };
const own = { result: 'signatures-added', pages: [1] };
const acts = { result: 'pages-changed', pages: [1] };
test.each([
  ['is drawn by the viewer, is the picture of a valid signature', { ...over, MK: { BG: [0] } }, own],
  ['is drawn with a border, is the picture of a valid signature', { ...over, BS: { W: 9 } }, own],
  ['runs a script, acts, whoever signed it', { ...over, AA: { E: { S: 'JavaScript' } } }, acts],
  ['opens an address, acts, whoever signed it', { A: { S: 'URI' } }, acts],
  ['has an entry that nobody knows, acts, whoever signed it', { Unknown: 1 }, acts],
])('A signed field that %s', async (_, field, expected) => {
  const sent = agreementPdf();
  expect(await comparisonOf(await signedPdf(sent, signer, { field }), sent)).toEqual(expected);
});

test('Each row of the table in docs/signatures.md is tried, and says what was found', () => {
  const guide = readFileSync(new URL('../../../../docs/signatures.md', import.meta.url), 'utf8');
  const [, table = ''] = /\n### Key by key\n(.*?)\n#/s.exec(guide) ?? [];
  const rows = [...table.matchAll(/^\| ([a-z ]+) \| ([^|]+) \|[^|]+\| `?([^|`]+)`? \|$/gm)];
  const told = rows.flatMap(([, where, keys = '', finding]) =>
    [...keys.matchAll(/`\/([^`]+)`/g)].map(([, key]) => `${where}: ${key}: ${finding}`),
  );
  const tried = revisionCases.map(({ where, key, finding }) => {
    const name = key.replace('Unknown', '…');
    return `${where}: ${name}: ${finding === 'nothing' ? '–' : finding}`;
  });
  expect(told.length).toBeGreaterThan(200);
  expect(told.toSorted()).toEqual([...new Set(tried)].toSorted());
});
