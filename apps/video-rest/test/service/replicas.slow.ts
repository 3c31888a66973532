import { expect, test } from '@jest/globals';
import { runReplicas } from '../support/replicas-run.ts';

test('Given two replicas and two workers under load, When twelve are restarted or killed one after the other, Then nothing that was acknowledged is lost, and nothing is encoded twice', async () => {
  const run = await runReplicas({
    videos: 200,
    steps: [
      ...(['kill an API', 'kill a worker', 'restart an API', 'restart a worker'] as const),
      ...(['kill a worker', 'kill an API', 'kill an API', 'restart a worker'] as const),
      ...(['restart an API', 'kill a worker', 'kill an API', 'kill a worker'] as const),
    ],
  });

  expect(run).toMatchObject({
    exitCodes: Array.from({ length: 8 }, () => 0),
    wrongVideos: [],
    isSurplusExplained: true,
    doneTwice: [],
    slowUpload: 201,
  });
  // Some were under way when their replica went: the run has tried what it is about.
  expect(run.repeated).toBeGreaterThan(0);
}, 900_000);
