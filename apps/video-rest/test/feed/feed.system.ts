import { expect, test } from '@jest/globals';
import { runOwnFeed } from '../support/feed-run.ts';

test('Given writers at two replicas and readers that are killed at random, by long poll and by server-sent events, Then each reader sees every change once and in order', async () => {
  const { happened, seen, kills, late } = await runOwnFeed({ seconds: 5, writers: 3, readers: 2 });

  expect(seen).toEqual([happened, happened]);
  expect(happened.map((line) => Number.parseInt(line, 10))).toEqual(happened.map((_, index) => index + 1));
  expect([kills > 0, late > 0]).toEqual([true, true]);
});
