import {
  countWaiting,
  descendantsOf,
  eventually,
  freePort,
  listeningPorts,
  startRecordingServer,
  untilEnded,
} from '@campus/testing';
import { expect, test } from '@jest/globals';
import pg from 'pg';
import {
  beginServiceProcess,
  type ServiceProcess,
  startServiceProcess,
  webhookEnv,
} from '../support/process.ts';
import { useProcessPlace } from '../support/process-place.ts';
import { givenDraft, type RecordOnWire } from '../support/records.ts';

// One service of several processes, as an operator sees it. The machine may be busy: the limits are generous.
const place = useProcessPlace();

async function startTwo(env: Record<string, string> = {}): Promise<ServiceProcess> {
  const given = { DATABASE_URL: place.database.url, DATA_DIR: place.dataDir, SERVER_PROCESSES: '2', ...env };
  const service = await startServiceProcess(given);
  place.closing.push(() => service[Symbol.asyncDispose]());
  return service;
}

/** The lines of the log that are JSON. */
function linesOf(service: Pick<ServiceProcess, 'output'>): Record<string, unknown>[] {
  return service
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line));
}

/** Asks again and again until both processes have answered, and gives how often and the process id of each. */
async function askUntilBothAnswer(
  service: ServiceProcess,
): Promise<{ asked: number; pids: Map<number, number> }> {
  for (let asked = 1; ; asked += 1) {
    await service.institution.get('/api/conventions').expect(200);
    const answered = linesOf(service).filter(({ path }) => path === '/api/conventions');
    const pids = new Map(answered.map((line) => [Number(line.process), Number(line.pid)]));
    if (pids.has(1) && pids.has(2)) return { asked, pids };
    expect(asked).toBeLessThan(100);
  }
}

async function figure(service: ServiceProcess, name: string): Promise<number> {
  const text = await (await fetch(`${service.metricsUrl}/metrics`)).text();
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.split(' ').at(-1));
}

const lists = 'http_request_duration_seconds_count{method="GET",route="/api/conventions/",status_code="200"}';

test('Given two processes, When both have answered, Then from outside they are one: a port, figures that are the sum, a readiness', async () => {
  const service = await startTwo();

  const { asked } = await askUntilBothAnswer(service);

  await eventually(async () => expect(await figure(service, lists)).toBe(asked));
  const checks = { database: 'ok', queue: 'ok', storage: 'ok' };
  for (const url of [service.url, service.metricsUrl]) {
    const response = await fetch(`${url}/readyz`);
    expect(await response.json()).toEqual({ status: 'ok', checks });
  }
  expect(await figure(service, 'readiness_check_ok{check="database"}')).toBe(1);
  // What the processes share, the first one listens at for them.
  const ports = [service.url, service.metricsUrl].map((url) => Number(new URL(url).port));
  expect(await listeningPorts(Number(service.child.pid))).toEqual(
    ports.toSorted((one, other) => one - other),
  );
});

test('Given two processes, When the one that makes the calls is killed, Then another takes its place and makes them', async () => {
  const vendor = await startRecordingServer();
  place.closing.push(() => vendor.stop());
  const service = await startTwo(webhookEnv(vendor.url));
  const { pids } = await askUntilBothAnswer(service);
  const before = await figure(service, lists);

  process.kill(Number(pids.get(1)), 'SIGKILL');
  // A request that is handed to it before its end is noticed ends with it.
  await eventually(() => linesOf(service).some(({ msg }) => String(msg).startsWith('a process has ended')));
  const { id } = await givenDraft(service);
  await service.institution.post(`/api/conventions/${id}/signature`).expect(202);

  await eventually(async () => {
    const { body }: { body: RecordOnWire } = await service.institution
      .get(`/api/conventions/${id}`)
      .expect(200);
    expect(body.deliveries.map(({ state }) => state)).toEqual(['delivered']);
  });
  expect(vendor.requests).toHaveLength(1);
  const after = await askUntilBothAnswer(service);
  await eventually(async () => expect((await fetch(`${service.metricsUrl}/readyz`)).status).toBe(200));
  expect(after.pids.get(1)).toBeDefined();
  // What the dead one had counted stays in the sum.
  expect(await figure(service, lists)).toBeGreaterThanOrEqual(before);
});

test('Given a process that hangs, Then the service is not ready until it has gone on', async () => {
  const service = await startTwo();
  const { pids } = await askUntilBothAnswer(service);
  const hanging = Number(pids.get(2));

  process.kill(hanging, 'SIGSTOP');
  const hung = await fetch(`${service.metricsUrl}/readyz`);
  process.kill(hanging, 'SIGCONT');

  expect([hung.status, await hung.json()]).toEqual([
    503,
    { status: 'unavailable', checks: { database: 'ok', queue: 'ok', storage: 'ok' } },
  ]);
  await eventually(async () => expect((await fetch(`${service.metricsUrl}/readyz`)).status).toBe(200));
});

test('Given a request at work, When the first process is told to stop, Then it is answered, and nothing is left', async () => {
  const service = await startTwo();
  const { id } = await givenDraft(service);
  const all = await descendantsOf(Number(service.child.pid));
  const sql = new pg.Pool({ connectionString: place.database.url });
  place.closing.push(() => sql.end());
  const blocker = await sql.connect();
  await blocker.query('begin; lock table signables in exclusive mode');
  const sending = service.institution.post(`/api/conventions/${id}/signature`).then(({ status }) => status);
  await eventually(async () => Number(await countWaiting(sql)) > 0);

  const ended = service.kill('SIGTERM');
  await eventually(async () => {
    const response = await fetch(`${service.metricsUrl}/readyz`);
    expect([response.status, await response.json()]).toEqual([503, { status: 'stopping', checks: {} }]);
  });
  await blocker.query('rollback');
  blocker.release();

  expect(await sending).toBe(202);
  expect(await ended).toEqual({ code: 0, signal: null });
  await untilEnded(all);
});

test('Given an embedded database, When Ctrl-C reaches all of its processes, Then they end in order and none is left', async () => {
  const { DATABASE_URL: _, ...embedded } = {
    DATABASE_URL: '',
    DATA_DIR: place.dataDir,
    SERVER_PROCESSES: '2',
  };
  const service = await startServiceProcess(embedded);
  place.closing.push(() => service[Symbol.asyncDispose]());
  await askUntilBothAnswer(service);
  const all = await descendantsOf(Number(service.child.pid));

  expect(await service.killGroup('SIGINT')).toEqual({ code: 0, signal: null });

  await untilEnded(all);
  expect(service.output()).not.toMatch(/"level":[56]0/);
});

test('Given the first process is killed, Then the others end too', async () => {
  const service = await startTwo();
  const all = await descendantsOf(Number(service.child.pid));
  expect(all.length).toBeGreaterThanOrEqual(2);

  await service.kill('SIGKILL');

  await untilEnded(all);
});

test('Given a port that is taken, Then the whole ends with 1 and says so once', async () => {
  const other = await startRecordingServer();
  place.closing.push(() => other.stop());
  const { port } = new URL(other.url);
  const METRICS_PORT = String(await freePort());
  const env = {
    DATABASE_URL: place.database.url,
    DATA_DIR: place.dataDir,
    SERVER_PROCESSES: '2',
    METRICS_PORT,
  };

  const service = beginServiceProcess({ ...env, SERVER_PORT: port });
  place.closing.push(() => service[Symbol.asyncDispose]());

  expect(await service.exited).toEqual({ code: 1, signal: null });
  expect(service.output().match(/the port is taken/g)).toHaveLength(1);
});
