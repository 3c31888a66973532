import { expect, test } from '@jest/globals';
import { runFeed } from '../support/feed-run.ts';

test('Given 8 writers for a minute at two replicas and 4 readers that are killed at random, two by long poll and two by server-sent events, Then each reader sees every change once and in order', async () => {
  const { happened, seen, kills, late } = await runFeed({ seconds: 60, writers: 8, readers: 4 });

  expect(seen).toEqual([happened, happened, happened, happened]);
  expect(happened.map((line) => Number.parseInt(line, 10))).toEqual(happened.map((_, index) => index + 1));
  expect(kills).toBeGreaterThan(20);
  expect(late).toBeGreaterThan(10);
}, 600_000);
