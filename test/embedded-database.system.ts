import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { eventually, orphanPostgres, postgresOn, scratchRoot, terminateAll } from '@campus/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type StartedService, startService } from './support/start-service.ts';

const services = ['conventions-signing', 'video-rest'] as const;
let dataDir: string;
/** The one that runs, which the next test goes on with. */
let current: StartedService | undefined;
const all: StartedService[] = [];

async function start(service: (typeof services)[number]) {
  current = await startService(service, {
    DATA_DIR: dataDir,
    APPLI_PUBLIC_TOKENS: 'public-token-0123456789',
    MEDIA_MIN_FREE: '0',
  });
  all.push(current);
  return current;
}

const running = (service: (typeof services)[number]) => current ?? start(service);

async function stop(): Promise<unknown> {
  const end = await current?.kill('SIGTERM');
  current = undefined;
  return end;
}

const clusterIn = (folder: string) => path.join(folder, 'postgres');

describe.each(services)('The embedded PostgreSQL of %s', (service) => {
  // Making one costs more than a test does.
  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(scratchRoot, 'embedded-'));
  });
  afterAll(async () => {
    await stop();
    for (const one of all.splice(0)) await one[Symbol.asyncDispose]();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  });

  test('is not taken from a living service: a second start names it, and the first goes on', async () => {
    const first = await running(service);

    await expect(start(service)).rejects.toThrow(
      new RegExp(`held by process ${first.child.pid} \\(\\S*node \\S*apps/${service}/src/main\\.ts\\)`),
    );

    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
  });

  test('that is killed (SIGKILL) is started again, and the service is ready again by itself', async () => {
    const started = await running(service);
    const isReady = async () => expect((await fetch(`${started.url}/readyz`)).status).toBe(200);
    await isReady();

    process.kill(await postgresOn(clusterIn(dataDir)), 'SIGKILL');

    await started.waitForOutput(/PostgreSQL is ready again/);
    await eventually(isReady);
    expect(await stop()).toEqual({ code: 0, signal: null });
  });

  test('that gets SIGTERM together with all the rest ends with it in order, and the service with 0', async () => {
    const started = await running(service);

    expect(await terminateAll(started)).toEqual({ code: 0, signal: null });
    expect(started.output()).not.toMatch(/"level":[56]0/);
    await expect(start(service)).resolves.toHaveProperty('url');
  });

  test('that is left alone when all the rest is killed does not keep the service from starting', async () => {
    const first = await running(service);
    await orphanPostgres(first, clusterIn(dataDir));

    const second = await start(service);

    expect((await fetch(`${second.url}/readyz`)).status).toBe(200);
    expect(second.output()).toContain(`process ${first.child.pid}, which had started it, is gone`);
  });
});
