import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, type StartedProcess } from '@campus/testing';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { clip } from '../support/clips.ts';
import {
  encodingsOf,
  filesOf,
  givenUpload,
  launch,
  temporaryFiles,
  untilEncoding,
  untilState,
  videoOf,
} from '../support/encode-videos.ts';
import { ffmpegsOn } from '../support/ffmpegs-on.ts';
import { playThrough } from '../support/inspect-media.ts';
import { pacedFfmpeg, sourceOfSeconds } from '../support/paced-ffmpeg.ts';
import { useService } from '../support/service.ts';
import { startWorkerProcess } from '../support/worker-process.ts';

const service = useService({ encodeConcurrency: 0 });
const paced = await pacedFfmpeg();
const workers: StartedProcess[] = [];

beforeAll(async () => {
  await Promise.all([clip('landscape'), sourceOfSeconds(30)]);
});

afterEach(async () => {
  for (const worker of workers.splice(0)) await worker[Symbol.asyncDispose]();
});

async function startWorker(env: Record<string, string> = {}): Promise<StartedProcess> {
  const worker = await startWorkerProcess({
    DATABASE_URL: service.databaseUrl,
    DATA_DIR: service.dataDir,
    MEDIA_ROOT: service.mediaRoot,
    ...env,
  });
  workers.push(worker);
  return worker;
}

describe('A worker that is killed (SIGKILL)', () => {
  test('at any moment of a run leaves something whole to play, and another finishes the run', async () => {
    const { id, slug } = await givenUpload(service, { source: await clip('landscape') });
    await startWorker();
    await launch(service, slug);
    await untilState(service, id, 'done');
    const rounds = [];

    // Such a run takes some 3 seconds here: from its beginning to after its end.
    for (const delayMs of [0, 400, 900, 1300, 1700, 2100, 2500, 3000, 3600]) {
      await workers.pop()?.kill('SIGKILL');
      const victim = await startWorker();
      await launch(service, slug);
      await victim.waitForOutput(/encoding of video \d+ begins/);
      await sleep(delayMs);
      await victim.kill('SIGKILL');

      const { encoded, playback } = await videoOf(service, id);
      expect(encoded).toBe(true);
      await playThrough(String(playback.hls));
      await playThrough(String(playback.mp4[0]?.url));
      await eventually(async () => expect(await ffmpegsOn(service.mediaRoot)).toEqual([]));
      await startWorker();
      const run = await untilState(service, id, 'done');
      await playThrough(String((await videoOf(service, id)).playback.hls));
      await eventually(async () => {
        expect(await filesOf(service, id)).toEqual([`encoding-${run.id}`, expect.stringMatching(/^source-/)]);
        expect(await temporaryFiles(service.mediaRoot)).toEqual([]);
      });
      rounds.push({ delayMs, attempts: run.attempts });
    }

    // Some died before the end and some after it; none was tried more than once more.
    expect(rounds.map(({ attempts }) => attempts).sort()).toEqual(expect.arrayContaining([1, 2]));
    expect(rounds.filter(({ attempts }) => attempts > 2)).toEqual([]);
  }, 600_000);

  test('in each of three attempts leaves a failed run, and another may be launched', async () => {
    const { id, slug } = await givenUpload(service, { source: await sourceOfSeconds(30) });
    await launch(service, slug);
    for (const attempt of [1, 2, 3]) {
      const victim = await startWorker({ FFMPEG_PATH: paced });
      await eventually(async () =>
        expect(await encodingsOf(service, id)).toMatchObject([{ state: 'running', attempts: attempt }]),
      );
      await untilEncoding(service);
      await victim.kill('SIGKILL');
    }
    await startWorker();

    const run = await untilState(service, id, 'failed');

    expect(run).toMatchObject({ attempts: 3, error: 'the worker was lost in each of 3 attempts' });
    await launch(service, slug);
    expect(await untilState(service, id, 'done')).toMatchObject({ attempts: 1 });
  });
});

describe('A run that takes three times as long as a lost worker is noticed', () => {
  test('stays with its worker, while another has nothing to do', async () => {
    const { id, slug } = await givenUpload(service, { source: await sourceOfSeconds(30) });
    const both = [await startWorker({ FFMPEG_PATH: paced }), await startWorker({ FFMPEG_PATH: paced })];
    await launch(service, slug);

    expect(await untilState(service, id, 'done')).toMatchObject({ attempts: 1 });

    const begun = both.map((worker) => worker.output().match(/encoding of video \d+ begins/g)?.length ?? 0);
    expect(begun.sort()).toEqual([0, 1]);
  });
});
