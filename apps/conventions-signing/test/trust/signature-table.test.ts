import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from '@jest/globals';
import { signatureCases } from '../support/signature-cases/all-cases.ts';
import { explainedDifferences } from '../support/signature-cases/explained-differences.ts';
import { judgePlanned } from '../support/signature-cases/judge-planned.ts';
import { type Cast, createCast } from '../support/signature-cases/signature-case.ts';

let cast: Cast;
beforeAll(async () => {
  cast = await createCast();
});

test.each(signatureCases.map((one) => [one.name, one.expected, one] as const))(
  'A %s: %s',
  async (_, expected, { kind, plan }) => {
    const judged = await judgePlanned(await plan(cast), kind);
    expect([judged?.status, judged?.subIndication ?? undefined].join(' ').trim()).toBe(expected);
  },
);

test('Each case has a name of its own, and each that is explained is there', () => {
  const names = signatureCases.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
  expect(names).toEqual(expect.arrayContaining(explainedDifferences.flatMap(({ cases }) => cases)));
});

test('The guide explains each difference, and no other', async () => {
  const guide = await readFile(new URL('../../../../docs/signatures.md', import.meta.url), 'utf8');
  const [, section = ''] = guide.split('### Where others judge otherwise\n');
  const rows = section.split('\n#')[0]?.match(/^\| (?!Who |---).*$/gm) ?? [];
  expect(rows).toEqual(
    explainedDifferences.map(
      ({ others, what, why }) => `| ${others.map((one) => toolNames[one]).join(', ')} | ${what} | ${why} |`,
    ),
  );
});

const toolNames = { openssl: 'openssl', nss: 'NSS' };
