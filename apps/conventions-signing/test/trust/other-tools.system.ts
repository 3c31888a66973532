import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { signatureCases } from '../support/signature-cases/all-cases.ts';
import { askOthers, type Others } from '../support/signature-cases/ask-others.ts';
import { explainedDifferences } from '../support/signature-cases/explained-differences.ts';
import { type Cast, createCast, type SignatureCase } from '../support/signature-cases/signature-case.ts';

let cast: Cast;
let others: Others;
beforeAll(async () => {
  cast = await createCast();
  others = await askOthers();
});
afterAll(() => others?.stop());

/** Who is known to judge otherwise. */
function explained({ name, asked }: SignatureCase): string[] {
  const said = explainedDifferences.filter(({ cases }) => cases.includes(name));
  return asked.filter((other) => said.some((one) => one.others.includes(other)));
}

test.each(signatureCases.map((one) => [one.name, one] as const))(
  'openssl, NSS and we agree on a %s, or it is explained',
  async (_, one) => {
    const planned = await one.plan(cast);
    const differing: string[] = [];
    for (const other of one.asked)
      if ((await others.accepts(other, planned, one.kind)) !== (one.expected === 'passed'))
        differing.push(other);
    expect(differing).toEqual(explained(one));
  },
);
