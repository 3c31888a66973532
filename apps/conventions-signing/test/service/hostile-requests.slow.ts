import { expect, test } from '@jest/globals';
import { runHostileRequests } from '../support/hostile-requests-run.ts';

const seed = Number(process.env.HOSTILE_SEED ?? Math.floor(Math.random() * 2 ** 31));

test(`20,000 requests generated from the OpenAPI documents (seed ${seed}): no 5xx, no change after an error, memory bounded`, async () => {
  const { violations, errorsLogged, statuses, changes, grownMebibytes } = await runHostileRequests({
    requests: 20_000,
    seed,
  });
  process.stdout.write(
    `seed ${seed}: ${JSON.stringify(statuses)}, ${changes} changes, ${Math.round(grownMebibytes)} MiB more\n`,
  );

  expect({ violations, errorsLogged }).toEqual({ violations: [], errorsLogged: [] });
  expect(grownMebibytes).toBeLessThan(100);
}, 900_000);
