import { hostname } from 'node:os';
import { eventually } from '@campus/testing';
import { expect, test } from '@jest/globals';
import pino from 'pino';
import { drainWorkers } from '../../src/videos/drain-workers.ts';
import { registerWorker } from '../../src/videos/register-worker.ts';
import { encodingsOf, givenUpload, launch, untilEncoding, untilState } from '../support/encode-videos.ts';
import { givenWorker, newName } from '../support/given-records.ts';
import { pacedFfmpeg, sourceOfSeconds } from '../support/paced-ffmpeg.ts';
import { useService } from '../support/service.ts';

const service = useService({ encodeConcurrency: 1 }, { tools: { ffmpeg: await pacedFfmpeg() } });

async function workersNamed(name: string): Promise<Record<string, unknown>[]> {
  return (await service.staff.client.get(`/rest/workers/?name=${name}`).expect(200)).body.results;
}

function register(name: string) {
  const worker = {
    name,
    version: '1.0.0',
    concurrency: 1,
    encoder: 'libx264',
    undecodable: [],
    isService: false,
  };
  return registerWorker({ db: service.db, log: pino({ level: 'silent' }) }, worker);
}

test('A service that encodes is a worker too, under the name of its machine', async () => {
  const [worker] = await workersNamed(hostname());

  expect(worker).toMatchObject({ state: 'free', host: hostname(), is_service: true, concurrency: 1 });
  expect(worker?.cores).toBeGreaterThan(0);
  expect(worker?.version).toMatch(/^\d+\.\d+\.\d+/);
  expect(worker?.encoder).toMatch(/^(libx264|h264_(nvenc|qsv|vaapi))$/);
});

test('A worker names the run that it has at work, and what became of it is kept', async () => {
  const { id, slug } = await givenUpload(service, { source: await sourceOfSeconds(4) });
  await launch(service, slug);
  await untilEncoding(service);
  const [run] = await encodingsOf(service, id);

  expect(await workersNamed(hostname())).toMatchObject([
    { state: 'busy', encodings: [`${service.url}/rest/encodings/${run?.id}/`] },
  ]);

  await untilState(service, id, 'done');
  await eventually(async () =>
    expect(await workersNamed(hostname())).toMatchObject([{ state: 'free', encodings: [] }]),
  );
  const stints = await service.db.prisma.stint.findMany({ where: { encodingId: run?.id } });
  expect(stints).toMatchObject([{ outcome: 'done', endedAt: expect.any(Date) }]);
});

test('A worker that has two tasks of a run stays at work when one of them ends', async () => {
  const { id, slug } = await givenUpload(service, { source: await sourceOfSeconds(1) });
  await launch(service, slug);
  await untilState(service, id, 'done');
  const run = Number((await encodingsOf(service, id))[0]?.id);
  const worker = await register(newName('two-tasks'));
  const endOne = await worker.beginStint(run);
  await worker.beginStint(run);

  await endOne('part_done');

  expect(await workersNamed(worker.name)).toMatchObject([
    { state: 'busy', encodings: [`${service.url}/rest/encodings/${run}/`] },
  ]);
  await worker.end();
});

test('A service that is drained takes up nothing until it is undrained', async () => {
  const name = hostname();
  await drainWorkers(service.db, { which: { name }, isDraining: true });
  const { id, slug } = await givenUpload(service, { source: await sourceOfSeconds(1) });
  await launch(service, slug);

  // Its job has been given back by then.
  await eventually(async () => {
    const { rows } = await service.sql.query("select 1 from pgboss.job where state = 'retry'");
    expect(rows).toHaveLength(1);
  });
  expect(await encodingsOf(service, id)).toMatchObject([{ state: 'queued', attempts: 0 }]);
  expect(await workersNamed(name)).toMatchObject([{ state: 'draining', is_draining: true }]);

  await drainWorkers(service.db, { which: { name }, isDraining: false });
  expect(await untilState(service, id, 'done')).toMatchObject({ attempts: 1 });
});

test('Workers that would have one name get numbers, and a name is free again when its worker has ended', async () => {
  const name = newName('gpu');
  const first = await register(name);
  const second = await register(name);
  await first.end();
  const third = await register(name);

  expect([first.name, second.name, third.name]).toEqual([name, `${name}-2`, name]);
  expect((await workersNamed(name)).map(({ state }) => state).sort()).toEqual(['free', 'gone']);
  await second.end();
  await third.end();
});

test('A worker that gives no sign of life is lost after a while, and forgotten after a day', async () => {
  const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000);
  const lost = await givenWorker(service.db, { seenAt: secondsAgo(60) });
  const old = await givenWorker(service.db, { seenAt: secondsAgo(25 * 3600) });

  expect(await workersNamed(lost.name)).toMatchObject([{ state: 'lost' }]);
  expect(await workersNamed(old.name)).toHaveLength(1);

  const next = await register(newName());
  await eventually(async () => expect(await workersNamed(old.name)).toEqual([]));
  expect(await workersNamed(lost.name)).toHaveLength(1);
  await next.end();
});

test('A worker that was forgotten while it was suspended is there again', async () => {
  const name = newName('suspended');
  const worker = await register(name);
  await service.db.prisma.worker.deleteMany({ where: { name } });

  await eventually(async () => expect(await workersNamed(name)).toMatchObject([{ state: 'free' }]));
  await worker.end();
});

test('Workers are for staff to see', async () => {
  await service.ada.client.get('/rest/workers/').expect(403);
  await service.as({}).get('/rest/workers/').expect(401);
});
