import { expect, test } from '@jest/globals';
import { createStopList } from '../src/index.ts';

test('The last to come is the first to go, each when the one before is gone', async () => {
  const { onStop, stop } = createStopList();
  const gone: string[] = [];
  const listening = Promise.withResolvers<void>();
  onStop(async () => gone.push('database'));
  onStop(() => listening.promise.then(() => gone.push('listening')));

  const stopped = stop();
  expect(gone).toEqual([]);
  listening.resolve();
  await stopped;

  expect(gone).toEqual(['listening', 'database']);
});

test('What comes after one that fails is let go of all the same, and once', async () => {
  const { onStop, stop } = createStopList();
  const failure = new Error('the queue is stuck');
  let closed = 0;
  onStop(async () => {
    closed += 1;
  });
  onStop(() => Promise.reject(failure));

  await expect(stop()).rejects.toMatchObject({ errors: [failure] });
  await stop();

  expect(closed).toBe(1);
});
