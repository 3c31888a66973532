import { expect, test } from '@jest/globals';
import { runHostileRequests } from '../support/hostile-requests-run.ts';

const seed = Number(process.env.HOSTILE_SEED ?? Math.floor(Math.random() * 2 ** 31));

test(`10,000 requests generated from the OpenAPI document (seed ${seed}): no 5xx, no page unasked, no change after an error, memory bounded`, async () => {
  const { statuses, changes, grownMebibytes, ...wrong } = await runHostileRequests({
    requests: 10_000,
    seed,
  });
  process.stdout.write(
    `seed ${seed}: ${JSON.stringify(statuses)}, ${changes} changes, ${Math.round(grownMebibytes)} MiB more\n`,
  );

  expect(wrong).toEqual({ violations: [], errorsLogged: [], filesLeft: [], wrongCounts: [] });
  expect(grownMebibytes).toBeLessThan(100);
}, 900_000);
