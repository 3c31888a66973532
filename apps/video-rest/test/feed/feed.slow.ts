import { expect, test } from '@jest/globals';
import { runOwnFeed } from '../support/feed-run.ts';

test('Given 8 writers for a minute at two replicas, of which one after the other is killed, and 4 readers that are killed at random, two by long poll and two by server-sent events, Then each reader sees every change once and in order', async () => {
  const { happened, seen, kills, replaced, late } = await runOwnFeed({
    ...{ seconds: 60, writers: 8, readers: 4, everySeconds: 15 },
  });

  expect(seen).toEqual([happened, happened, happened, happened]);
  expect(happened.map((line) => Number.parseInt(line, 10))).toEqual(happened.map((_, index) => index + 1));
  expect(kills).toBeGreaterThan(20);
  expect(replaced).toBeGreaterThan(1);
  expect(late).toBeGreaterThan(10);
}, 600_000);
