import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  cookieJar,
  createTestDatabase,
  eventually,
  type Network,
  networkBefore,
  type RecordingServer,
  requireTool,
  type StartedProcess,
  startProcess,
  startRecordingServer,
} from '@campus/testing';
import { afterEach, expect, test } from '@jest/globals';
import pg from 'pg';
import {
  startServiceProcess as startSigning,
  webhookEnv,
} from '../apps/conventions-signing/test/support/process.ts';
import { givenDraft } from '../apps/conventions-signing/test/support/records.ts';
import { basic } from '../apps/video-rest/test/support/accounts.ts';
import { startServiceProcess as startVideo } from '../apps/video-rest/test/support/service-process.ts';
import { startWorkerProcess } from '../apps/video-rest/test/support/worker-process.ts';
import { type Service, services } from '../scripts/alarms/alarms.ts';
import { type Prometheus, startPrometheus } from './support/start-prometheus.ts';

// A real Prometheus scrapes started services, over which somebody reads lists without end, while faults are made. Only
// the lengths of time in the rules are shorter. test/alarms.system.ts has the faults that are not made here, by promtool.
const rootPassword = 'root-password';
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

interface Given {
  process: StartedProcess;
  url: string;
  metricsUrl: string;
  /** Between it and its database. */
  network: Network;
  /** Past that network. */
  databaseUrl: string;
  dataDir: string;
  read: () => Promise<unknown>;
}

interface GivenSigning extends Given {
  signingApplication: RecordingServer;
  send: () => Promise<void>;
}

async function place(service: Service) {
  const database = await createTestDatabase(service);
  closing.push(() => database.drop());
  const network = await networkBefore(database.url);
  closing.push(async () => network[Symbol.asyncDispose]());
  const dataDir = await mkdtemp(path.join(tmpdir(), 'alarms-data-'));
  closing.push(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  return { network, databaseUrl: database.url, dataDir };
}

async function givenSigning(env: Record<string, string> = {}): Promise<GivenSigning> {
  const { network, databaseUrl, dataDir } = await place('conventions-signing');
  const signingApplication = await startRecordingServer();
  closing.push(() => signingApplication.stop());
  const started = await startSigning({
    DATABASE_URL: network.url,
    DATA_DIR: dataDir,
    ROOT_PASSWORD: rootPassword,
    ...webhookEnv(signingApplication.url),
    ...env,
  });
  closing.push(() => started.kill('SIGKILL'));
  return {
    ...{ process: started, url: started.url, metricsUrl: started.metricsUrl },
    ...{ network, databaseUrl, dataDir, signingApplication },
    read: () => started.institution.get('/api/conventions'),
    async send() {
      const { id } = await givenDraft(started);
      await started.institution.post(`/api/conventions/${id}/signature`).expect(202);
    },
  };
}

async function givenVideo(): Promise<Given> {
  const { network, databaseUrl, dataDir } = await place('video-rest');
  const started = await startVideo({ databaseUrl: network.url, dataDir, rootPassword });
  closing.push(() => started.kill('SIGKILL'));
  const headers = { Authorization: basic('root', rootPassword) };
  return {
    ...{ process: started, url: started.url, metricsUrl: started.metricsUrl },
    ...{ network, databaseUrl, dataDir },
    read: async () => (await fetch(`${started.url}/rest/videos/`, { headers })).arrayBuffer(),
  };
}

const given = { 'conventions-signing': givenSigning, 'video-rest': givenVideo };

/** A Prometheus that has scraped for a while, and somebody who reads meanwhile, whatever is answered. */
async function watched(service: Service, { metricsUrl, read }: Given, others = {}): Promise<Prometheus> {
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
  const prometheus = await startPrometheus(service, { [service]: metricsUrl, ...others });
  closing.push(async () => prometheus[Symbol.asyncDispose]());
  await prometheus.goOn(5);
  expect(await prometheus.rung()).toEqual([]);
  return prometheus;
}

/** Waits until these have rung, and longer, and none but these has. */
async function rings(prometheus: Prometheus, alarms: string[], again = async () => undefined as unknown) {
  const sorted = [...alarms].sort();
  await eventually(
    async () => {
      await again();
      return (await prometheus.rung()).filter((name) => sorted.includes(name)).length === sorted.length;
    },
    { timeoutMs: 600_000, describe: `${sorted} ring`, seen: () => prometheus.rung() },
  );
  await prometheus.goOn(6);
  expect(await prometheus.rung()).toEqual(sorted);
}

test.each(services)(
  'An hour of quiet load on %s rings nothing',
  async (service) => {
    const prometheus = await watched(service, await given[service]());

    await prometheus.goOn(60);

    expect(await prometheus.rung()).toEqual([]);
    expect(await prometheus.problems()).toEqual([]);
  },
  900_000,
);

test.each(services)(
  'ServiceDown rings alone when %s is killed',
  async (service) => {
    const one = await given[service]();
    const prometheus = await watched(service, one);

    await one.process.kill('SIGKILL');

    await rings(prometheus, ['ServiceDown']);
  },
  900_000,
);

test.each(services)(
  'DatabaseAway rings when %s loses its database, and ErrorBudgetBurns for those who read meanwhile',
  async (service) => {
    const one = await given[service]();
    const prometheus = await watched(service, one);

    await one.network[Symbol.asyncDispose]();

    await rings(prometheus, ['DatabaseAway', 'ErrorBudgetBurns']);
  },
  900_000,
);

const login = { 'conventions-signing': '/console/account/login/', 'video-rest': '/accounts/login/' };

test.each(services)(
  'SignInsRefused rings alone when somebody guesses a password of %s',
  async (service) => {
    const one = await given[service]();
    const door = `${one.url}${login[service]}`;
    const jar = cookieJar();
    const page = await fetch(door, { headers: { Accept: 'text/html' } });
    jar.keep(page);
    const [, csrfmiddlewaretoken = ''] =
      /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(await page.text()) ?? [];
    async function guess() {
      const body = new URLSearchParams({
        csrfmiddlewaretoken,
        username: 'root',
        password: crypto.randomUUID(),
      });
      const headers = { Accept: 'text/html', cookie: jar.header() };
      const { status } = await fetch(door, { method: 'POST', redirect: 'manual', headers, body });
      expect([400, 401, 403, 429]).toContain(status);
    }
    const prometheus = await watched(service, one);

    await rings(prometheus, ['SignInsRefused'], async () => {
      for (let count = 0; count < 20; count += 1) await guess();
    });
  },
  900_000,
);

test('DeliveriesWait rings alone when the signing application refuses all calls', async () => {
  const one = await givenSigning();
  one.signingApplication.answerWith((_request, response) => void response.writeHead(503).end());
  const prometheus = await watched('conventions-signing', one);

  await one.send();

  await rings(prometheus, ['DeliveriesWait']);
}, 900_000);

test('DeliveriesFail rings alone when the three days of a call that is refused are over', async () => {
  const one = await givenSigning();
  one.signingApplication.answerWith((_request, response) => void response.writeHead(503).end());
  const prometheus = await watched('conventions-signing', one);

  await one.send();
  const client = new pg.Client(one.databaseUrl);
  await client.connect();
  await client.query('update deliveries set give_up_at = now()');
  await client.end();

  await rings(prometheus, ['DeliveriesFail']);
}, 900_000);

test('DiskFilling rings alone when 5 % of the disk of conventions-signing are free', async () => {
  const disk = await givenDisk();
  const prometheus = await watched('conventions-signing', await givenSigning({ DATA_DIR: disk }));

  const { bavail, bsize, blocks } = await statfs(disk);
  await writeFile(path.join(disk, 'filler'), Buffer.alloc(Math.floor(bavail - blocks * 0.05) * bsize));

  await rings(prometheus, ['DiskFilling']);
}, 900_000);

/** A small file system of memory, in a namespace of its own. */
async function givenDisk(): Promise<string> {
  await requireTool('unshare');
  const folder = await mkdtemp(path.join(tmpdir(), 'alarms-disk-'));
  closing.push(() => rm(folder, { recursive: true }));
  const script = 'mount -t tmpfs -o size=64m none "$0" && echo mounted && exec sleep 3600';
  const namespace = startProcess({ command: 'unshare', args: ['-rm', 'sh', '-c', script, folder] });
  closing.push(() => namespace[Symbol.asyncDispose]());
  await namespace.waitForOutput(/mounted/);
  return path.join(`/proc/${namespace.child.pid}/root`, folder);
}

test('WorkersLost rings when a worker is killed, and ServiceDown for its metrics port', async () => {
  const one = await givenVideo();
  const worker = await startWorkerProcess({ DATABASE_URL: one.network.url, DATA_DIR: one.dataDir });
  closing.push(() => worker.kill('SIGKILL'));
  const [, workerMetrics = ''] = await worker.waitForOutput(/metrics on (http:\/\/[\w.:]+)/);
  const prometheus = await watched('video-rest', one, { 'video-rest-worker': workerMetrics });

  await worker.kill('SIGKILL');

  await rings(prometheus, ['ServiceDown', 'WorkersLost']);
}, 900_000);
