import { expect, test } from '@jest/globals';
import { runReplicas } from '../support/replicas-run.ts';

test('Given two replicas under load, When one is restarted and one killed, Then nothing that was acknowledged is lost, and nothing is done twice', async () => {
  const run = await runReplicas({ agreements: 40, ends: ['SIGTERM', 'SIGKILL'] });

  expect(run).toMatchObject({
    exitCodes: [0, 0, 0],
    wrongRecords: [],
    surplusAgreements: 0,
    withoutSession: [],
  });
  expect(run.callsAgain).toBeGreaterThanOrEqual(0);
});
