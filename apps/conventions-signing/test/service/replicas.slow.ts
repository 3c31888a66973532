import { expect, test } from '@jest/globals';
import { runReplicas } from '../support/replicas-run.ts';

test('Given two replicas under load, When eight are restarted or killed one after the other, Then nothing that was acknowledged is lost, and nothing is done twice', async () => {
  const ends = [
    'SIGKILL',
    'SIGTERM',
    'SIGKILL',
    'SIGKILL',
    'SIGTERM',
    'SIGTERM',
    'SIGKILL',
    'SIGKILL',
  ] as const;

  const run = await runReplicas({ agreements: 600, ends });

  expect(run).toMatchObject({
    exitCodes: [0, 0, 0, 0, 0],
    wrongRecords: [],
    surplusAgreements: 0,
    withoutSession: [],
  });
  // Some were under way when their replica went: the run has tried what it is about.
  expect(run.repeated).toBeGreaterThan(0);
  expect(run.callsAgain).toBeGreaterThanOrEqual(0);
}, 600_000);
