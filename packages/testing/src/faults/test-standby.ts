import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '../eventually.ts';
import { scratchRoot } from '../scratch-root.ts';
import { startStandby, type TestStandby } from '../start-standby.ts';

/** A service of several processes that may read lists from a standby. */
interface ReadingService extends AsyncDisposable {
  /** Where it tells how it is. */
  metricsUrl: string;
}

/** How a service is started, asked and changed. */
interface Steps<Service> {
  /** Starts a PostgreSQL with the database of the service. */
  startPrimary(dataDir: string): Promise<{ url: string; adminUrl: string; stop(): Promise<unknown> }>;
  startService(urls: { primary: string; standby: string }): Promise<Service>;
  /** Asks for a list. @returns the status */
  ask(service: Service, address: string): Promise<number>;
  /** What is read from the standby: what it is, and its address. */
  lists: readonly (readonly [string, string])[];
  /** Makes something; what it returns tells whether a list has it. */
  make(service: Service): Promise<() => Promise<boolean>>;
}

/** Makes the tests of a service whose lists a standby answers, while it is there and holds all there is. */
export function testStandby<Service extends ReadingService>(steps: Steps<Service>): void {
  const closing: (() => PromiseLike<unknown>)[] = [];
  let standby: TestStandby;
  let service: Service;

  beforeAll(async () => {
    const folder = await mkdtemp(path.join(scratchRoot, 'primary-'));
    closing.push(() => rm(folder, { recursive: true, force: true }));
    const dataDir = path.join(folder, 'data');
    const primary = await steps.startPrimary(dataDir);
    closing.push(() => primary.stop());
    standby = await startStandby({ dataDir, ...primary });
    closing.push(() => standby[Symbol.asyncDispose]());
    service = await steps.startService({ primary: primary.url, standby: standby.urlOf(primary.url) });
    closing.push(() => service[Symbol.asyncDispose]());
  });
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  const standbyIs = (state: 'ok' | 'degraded') =>
    eventually(async () => {
      const answer = await fetch(`${service.metricsUrl}/readyz`);
      expect(answer.status).toBe(200);
      expect(await answer.json()).toMatchObject({ status: 'ok', checks: { database: 'ok', standby: state } });
      const figures = await (await fetch(`${service.metricsUrl}/metrics`)).text();
      expect(figures).toContain(`\ndatabase_standby_used ${state === 'ok' ? 1 : 0}\n`);
    });

  test.each(steps.lists)(
    'Given a standby that is there, When somebody asks for %s, Then it is read there',
    async (_what, address) => {
      await standbyIs('ok');
      await eventually(async () => {
        const before = standby.reads();
        expect(await steps.ask(service, address)).toBe(200);
        await eventually(() => standby.reads() > before, { timeoutMs: 1_000 });
      });
    },
  );

  test('Given a standby that replays nothing, When somebody makes something, Then it is in every list at once, by whichever process', async () => {
    await standbyIs('ok');
    await standby.pause();
    await using resumed = { [Symbol.asyncDispose]: () => standby.pause(false) };
    for (let turn = 0; turn < 3; turn += 1) {
      const isListed = await steps.make(service);

      const lists = await Promise.all(Array.from({ length: 6 }, isListed));

      expect(lists).toEqual(lists.map(() => true));
    }
    await standbyIs('degraded');

    await resumed[Symbol.asyncDispose]();
    await standbyIs('ok');
  });

  test('Given lists that are asked for all the time, When the standby ends, Then each is answered', async () => {
    await standbyIs('ok');
    const statuses: number[] = [];
    let isOver = false;
    const askAll = async () => {
      while (!isOver) statuses.push(await steps.ask(service, steps.lists[0]?.[1] ?? ''));
    };
    const asking = Promise.all([askAll(), askAll(), askAll()]);

    await standby.stop();
    await standbyIs('degraded');
    isOver = true;
    await asking;

    expect(new Set(statuses)).toEqual(new Set([200]));
    await standby.start();
    await standbyIs('ok');
  });
}
