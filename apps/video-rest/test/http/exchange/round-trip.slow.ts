import { expect, test } from '@jest/globals';
import { runRoundTrips } from '../../support/round-trip-run.ts';
import { useService } from '../../support/service.ts';

const from = useService();
const into = useService();
const seed = Number(process.env.ROUND_TRIP_SEED ?? Math.floor(Math.random() * 2 ** 31));

test(`Given 300 generated instances with objects of every resource (seed ${seed}), When each is exported and imported into an empty one, Then that exports the same bytes, and the same again changes nothing`, async () => {
  const counts = await runRoundTrips({ from, into }, { seed, numRuns: 300 });

  process.stdout.write(`seed ${seed}: ${JSON.stringify(Object.fromEntries(counts))}\n`);
  expect([...counts].filter(([, count]) => count === 0)).toEqual([]);
}, 1_800_000);
