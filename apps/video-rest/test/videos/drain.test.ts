import { hostname } from 'node:os';
import { expect, test } from '@jest/globals';
import { encodingsOf, givenUpload, launch, untilEncoding, untilState } from '../support/encode-videos.ts';
import { ffmpegsOn } from '../support/ffmpegs-on.ts';
import { newName } from '../support/given-records.ts';
import { pacedFfmpeg, sourceOfSeconds } from '../support/paced-ffmpeg.ts';
import { runCli } from '../support/run-cli.ts';
import { useService } from '../support/service.ts';
import { startWorkerProcess } from '../support/worker-process.ts';

const service = useService({ encodeConcurrency: 0 });
const paced = await pacedFfmpeg();

const envOf = () => ({
  DATABASE_URL: service.databaseUrl,
  DATA_DIR: service.dataDir,
  MEDIA_ROOT: service.mediaRoot,
});

const startWorker = (name: string) =>
  startWorkerProcess({ ...envOf(), WORKER_NAME: name, FFMPEG_PATH: paced });

const run = (...args: string[]) => runCli('workers', args, { env: envOf() });

async function launched(seconds: number): Promise<number> {
  const { id, slug } = await givenUpload(service, { source: await sourceOfSeconds(seconds) });
  await launch(service, slug);
  return id;
}

test('A drained worker finishes what it has, takes up nothing new and ends with 0; another goes on', async () => {
  const name = newName('drained');
  await using worker = await startWorker(name);
  const first = await launched(8);
  await untilEncoding(service);
  const second = await launched(1);
  const encoders = await ffmpegsOn(service.mediaRoot);
  // However long the commands take, it is at work meanwhile.
  for (const encoder of encoders) process.kill(encoder, 'SIGSTOP');

  expect(await run('drain', name)).toMatchObject({ status: 0, lastLine: `${name} takes up nothing new.` });

  expect((await run('list')).output).toMatch(new RegExp(`^${name} +draining +1 of 1 `, 'm'));
  for (const encoder of encoders) process.kill(encoder, 'SIGCONT');
  expect(await worker.exited).toEqual({ code: 0, signal: null });
  expect(await encodingsOf(service, first)).toMatchObject([{ state: 'done', attempts: 1 }]);
  expect(await encodingsOf(service, second)).toMatchObject([{ state: 'queued', attempts: 0 }]);
  expect((await run('list')).output).toMatch(new RegExp(`^${name} +gone `, 'm'));
  await using _next = await startWorker(newName('next'));
  expect(await untilState(service, second, 'done')).toMatchObject({ attempts: 1 });
});

test('All workers of a machine are drained at once; a worker that has nothing to do ends soon', async () => {
  await using one = await startWorker(newName('one'));
  await using other = await startWorker(newName('other'));

  expect((await run('drain', '--host', hostname())).status).toBe(0);

  expect(await Promise.all([one.exited, other.exited])).toEqual([
    { code: 0, signal: null },
    { code: 0, signal: null },
  ]);
});

test('A worker that is not there cannot be drained', async () => {
  expect(await run('drain', 'nobody')).toMatchObject({
    status: 1,
    errors: expect.stringContaining('There is no worker with the name "nobody".'),
  });
});
