import { eventually } from '@campus/testing';
import { afterEach, expect, test } from '@jest/globals';
import { services } from '../scripts/alarms/alarms.ts';
import { madeFaults } from './support/alarms/made-faults.ts';
import { type Closing, given, type Started } from './support/alarms/started.ts';
import { type Prometheus, startPrometheus } from './support/start-prometheus.ts';

// A real Prometheus scrapes started services, over which somebody reads lists without end, while the faults of
// support/alarms are made. Only the lengths of time in the rules are shorter.
const closing: Closing = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A Prometheus that has scraped for a while, and somebody who reads meanwhile, whatever is answered. */
async function watched({ service, targets, read }: Started): Promise<Prometheus> {
  let isOver = false;
  const reading = (async () => {
    while (!isOver) {
      const next = new Promise((resolve) => setTimeout(resolve, 500));
      await read().catch(() => undefined);
      await next;
    }
  })();
  closing.push(() => {
    isOver = true;
    return reading;
  });
  const prometheus = await startPrometheus(service, targets);
  closing.push(async () => prometheus[Symbol.asyncDispose]());
  await prometheus.goOn(5);
  expect(await prometheus.rung()).toEqual([]);
  return prometheus;
}

test.each(services)(
  'An hour of quiet load on %s rings nothing',
  async (service) => {
    const prometheus = await watched(await given[service](closing));

    await prometheus.goOn(60);

    expect(await prometheus.rung()).toEqual([]);
    expect(await prometheus.problems()).toEqual([]);
  },
  900_000,
);

test.each(madeFaults)(
  '$alarm of $service rings, and no alarm that need not: $fault',
  async ({ alarm, besides, begin }) => {
    const rings = [alarm, ...(besides ? [besides.alarm] : [])].sort();
    const { started, make, again } = await begin(closing);
    const prometheus = await watched(started);

    await make();

    await eventually(
      async () => {
        await again();
        return (await prometheus.rung()).filter((name) => rings.includes(name)).length === rings.length;
      },
      { timeoutMs: 600_000, describe: `${rings} ring`, seen: () => prometheus.rung() },
    );
    await prometheus.goOn(6);
    expect(await prometheus.rung()).toEqual(rings);
  },
  900_000,
);
