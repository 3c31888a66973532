import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { abuse, timeRequests, watchMemory } from '../src/abuse/index.ts';
import { eventually, startProcess } from '../src/index.ts';

test('Given a server that waits before it answers, When a caller is timed, Then the waiting is in the figures', async () => {
  const server = createServer((request, response) => {
    setTimeout(() => response.writeHead(request.url === '/late' ? 503 : 200).end('x'), 30);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const requests = ['/', '/late'].map((path) => ({ url: `http://127.0.0.1:${port}${path}` }));
  const timing = await timeRequests({ requests, durationMs: 100, pauseMs: 0 });
  server.close();

  expect(timing.medianMs).toBeGreaterThanOrEqual(29);
  expect(timing.longestMs).toBeGreaterThanOrEqual(timing.p99Ms);
  expect((timing.statuses[200] ?? 0) + (timing.statuses[503] ?? 0)).toBe(timing.count);
  expect(timing.statuses[503]).toBeGreaterThan(0);
});

test('Given nobody who listens, When a caller is timed, Then the missing answers are counted', async () => {
  const timing = await timeRequests({
    requests: [{ url: 'http://127.0.0.1:1/' }],
    durationMs: 50,
    pauseMs: 10,
  });

  expect(timing.statuses).toEqual({ 0: timing.count });
});

test('Given work that fails or answers, When it is repeated until stopped, Then each outcome is counted', async () => {
  let atOnce = 0;
  let most = 0;
  let turns = 0;
  const stop = abuse(
    async (turn) => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await new Promise((resolve) => setImmediate(resolve));
      atOnce -= 1;
      turns += 1;
      if (turn % 2 === 0) throw new TypeError('no');
      return 429;
    },
    { atOnce: 3 },
  );
  await eventually(() => turns >= 6);
  const tally = await stop();

  expect(most).toBe(3);
  expect(Object.keys(tally).sort()).toEqual(['429', 'TypeError']);
});

test('Given a process whose child takes memory, When it is watched, Then the peak of the child is told', async () => {
  const child = `Buffer.alloc(300 * 2 ** 20, 1); console.log('full'); setInterval(() => {}, 1000)`;
  await using parent = startProcess({
    command: process.execPath,
    args: [
      '-e',
      `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: 'inherit' }); setInterval(() => {}, 1000)`,
    ],
  });
  const watch = watchMemory(parent.child.pid ?? 0);
  await parent.waitForOutput(/full/);

  const peaks = await watch.stop();

  expect(Math.max(...Object.values(peaks))).toBeGreaterThan(300);
});
