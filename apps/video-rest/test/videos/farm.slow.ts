/** A farm of four workers that encode 60 clips, of which one is killed every 20 seconds. */
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, type StartedProcess } from '@campus/testing';
import { afterAll, expect, test } from '@jest/globals';
import {
  filesOf,
  givenUpload,
  launch,
  type ShownVideo,
  temporaryFiles,
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
const farm: StartedProcess[] = [];
const outputs: (() => string)[] = [];

const clips = 60;
const workers = 4;
const killEveryMs = 20_000;

afterAll(async () => {
  for (const worker of farm.splice(0)) await worker[Symbol.asyncDispose]();
});

async function addWorker(): Promise<void> {
  const worker = await startWorkerProcess({
    DATABASE_URL: service.databaseUrl,
    DATA_DIR: service.dataDir,
    MEDIA_ROOT: service.mediaRoot,
    MEDIA_MIN_FREE: '0',
    ENCODE_THREADS: '1',
    FFMPEG_PATH: paced,
  });
  farm.push(worker);
  outputs.push(() => worker.output());
}

async function countOver(): Promise<number> {
  const { rows } = await service.sql.query(
    "select count(*)::integer as over from encodings where state not in ('queued', 'running')",
  );
  return rows[0].over;
}

/** Kills the worker that is the longest at work, and starts another, every 20 s until all runs are over. */
async function killUntilOver(): Promise<number> {
  let kills = 0;
  for (let killAt = performance.now() + killEveryMs; (await countOver()) < clips; await sleep(500)) {
    if (performance.now() < killAt) continue;
    killAt += killEveryMs;
    await farm.shift()?.kill('SIGKILL');
    kills += 1;
    await addWorker();
  }
  return kills;
}

test('A farm of which a worker is killed every 20 s does every clip once, loses none and leaves no file', async () => {
  const source = await sourceOfSeconds(10);
  const videos: ShownVideo[] = [];
  for (let count = 0; count < clips; count += 1) videos.push(await givenUpload(service, { source }));
  for (let count = 0; count < workers; count += 1) await addWorker();
  const startedAt = performance.now();
  for (const { slug } of videos) await launch(service, slug);

  const kills = await killUntilOver();

  const seconds = Math.round((performance.now() - startedAt) / 1000);
  expect(kills).toBeGreaterThanOrEqual(5);
  const done = outputs.flatMap((output) => output().match(/encoding of video \d+ is done/g) ?? []);
  // One that is killed in that moment tells nobody; what was done is counted below.
  expect(done).toEqual([...new Set(done)]);
  for (const { id } of videos) {
    const run = await untilState(service, id, 'done');
    await eventually(async () =>
      expect(await filesOf(service, id)).toEqual([`encoding-${run.id}`, expect.stringMatching(/^source-/)]),
    );
    await playThrough(String((await videoOf(service, id)).playback.hls));
  }
  await eventually(async () => expect(await temporaryFiles(service.mediaRoot)).toEqual([]));
  expect(await ffmpegsOn(service.mediaRoot)).toEqual([]);
  const stints = await service.db.prisma.stint.findMany();
  const finished = stints.filter(({ outcome }) => outcome === 'done').map(({ encodingId }) => encodingId);
  expect(new Set(finished).size).toBe(clips);
  expect(finished).toHaveLength(clips);
  const lost = stints.filter(({ outcome }) => outcome === null).length;
  process.stdout.write(`${clips} clips in ${seconds} s, ${kills} workers killed, ${lost} runs cut off\n`);
}, 900_000);
