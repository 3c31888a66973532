import { beforeAll, expect, test } from '@jest/globals';
import { signatureCases } from '../support/signature-cases/all-cases.ts';
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

test('Each case has a name of its own', () => {
  const names = signatureCases.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
});
