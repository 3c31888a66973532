import { eventually } from '@campus/testing';
import { expect, test } from '@jest/globals';
import { createMetrics, watchPools, watchQueues } from '../src/index.ts';

const depth = { queue: 'encode-video', ready: 3, deferred: 1, active: 2, failed: 0 };

test('The depth of the queues is shown by state, and asked for once however many scrape', async () => {
  const metrics = createMetrics();
  let asked = 0;
  watchQueues(metrics, async () => {
    asked += 1;
    return [depth];
  });

  const [{ text } = { text: '' }] = await Promise.all([metrics.scrape(), metrics.scrape(), metrics.scrape()]);
  await metrics.scrape();

  expect(text.match(/^job_queue_jobs.*$/gm)).toEqual([
    'job_queue_jobs{queue="encode-video",state="ready"} 3',
    'job_queue_jobs{queue="encode-video",state="deferred"} 1',
    'job_queue_jobs{queue="encode-video",state="active"} 2',
    'job_queue_jobs{queue="encode-video",state="failed"} 0',
  ]);
  expect(asked).toBe(1);
});

test('After the database was away the depth is shown again, not the failure for a while', async () => {
  const metrics = createMetrics();
  let isAway = true;
  watchQueues(metrics, async () => {
    if (isAway) throw new Error('away');
    return [depth];
  });

  const during = await metrics.scrape();
  isAway = false;
  const after = await metrics.scrape();

  expect(during.text).not.toMatch(/^job_queue_jobs/m);
  expect(after.text).toContain('job_queue_jobs{queue="encode-video",state="ready"} 3\n');
});

test('A database that has gone silent is asked once, however long the scrapes go on', async () => {
  const metrics = createMetrics();
  // Longer than an answer is remembered.
  const until = performance.now() + 6_000;
  let asked = 0;
  watchQueues(metrics, () => {
    asked += 1;
    return new Promise<never>(() => undefined);
  });

  const shown: string[] = [];
  await eventually(async () => {
    shown.push((await metrics.scrape()).text);
    return performance.now() > until;
  });

  expect(shown.length).toBeGreaterThan(1);
  for (const text of shown) expect(text).not.toMatch(/^job_queue_jobs/m);
  expect(asked).toBe(1);
});

test('Two processes in one, as in tests, have figures of their own', async () => {
  const [one, other] = [createMetrics(), createMetrics()];
  watchPools(one, [
    { totalCount: 3, idleCount: 1, waitingCount: 2 },
    { totalCount: 1, idleCount: 0, waitingCount: 0 },
  ]);
  watchPools(other, [{ totalCount: 0, idleCount: 0, waitingCount: 0 }]);

  const { text } = await one.scrape();

  expect(text).toContain('database_pool_connections{state="total"} 4\n');
  expect(text).toContain('database_pool_connections{state="idle"} 1\n');
  expect(text).toContain('database_pool_waiting 2\n');
  expect((await other.scrape()).text).toContain('database_pool_waiting 0\n');
});
