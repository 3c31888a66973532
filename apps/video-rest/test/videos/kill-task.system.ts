import { eventually, type StartedProcess } from '@campus/testing';
import { afterEach, beforeAll, expect, test } from '@jest/globals';
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
import { pictureTimes, playThrough } from '../support/inspect-media.ts';
import { pacedFfmpeg } from '../support/paced-ffmpeg.ts';
import { useService } from '../support/service.ts';
import { startWorkerProcess } from '../support/worker-process.ts';

const service = useService({ encodeConcurrency: 0 });
const workers: StartedProcess[] = [];

beforeAll(async () => {
  await clip('television');
  await service.sql.query(
    `insert into renditions (resolution, short_side_pixels, video_bitrate_kbps, audio_bitrate_kbps, encode_mp4)
     values ('96x54', 54, 200, 64, true), ('192x108', 108, 400, 64, true)`,
  );
});

afterEach(async () => {
  for (const worker of workers.splice(0)) await worker[Symbol.asyncDispose]();
});

async function startWorker(env: Record<string, string> = {}): Promise<StartedProcess> {
  const worker = await startWorkerProcess({
    DATABASE_URL: service.databaseUrl,
    DATA_DIR: service.dataDir,
    MEDIA_ROOT: service.mediaRoot,
    MEDIA_MIN_FREE: '0',
    ENCODE_THREADS: '1',
    ENCODE_SPLIT_FROM: '20',
    ...env,
  });
  workers.push(worker);
  return worker;
}

const tasksBegun = (worker: StartedProcess) => countOf(worker, 'begins');
const tasksDone = (worker: StartedProcess) => countOf(worker, 'is done');

function countOf(worker: StartedProcess, what: string): number {
  return worker.output().match(new RegExp(`\\w+ of the encoding of video \\d+ ${what}`, 'g'))?.length ?? 0;
}

async function countTasks(): Promise<number> {
  const { rows } = await service.sql.query('select count(*)::integer as count from encoding_tasks');
  return rows[0].count;
}

test('A worker that is killed (SIGKILL) in the middle of tasks loses those alone: the run is done once, with every frame', async () => {
  const source = await clip('television');
  const { id, slug } = await givenUpload(service, { source });
  // Its tasks take as long as somebody would watch: it is at work on two when it is killed.
  const victim = await startWorker({ FFMPEG_PATH: await pacedFfmpeg(), ENCODE_CONCURRENCY: '2' });
  await launch(service, slug);
  await eventually(async () => tasksBegun(victim) >= 2);
  // However long the other takes to begin.
  for (const ffmpeg of await untilEncoding(service)) process.kill(ffmpeg, 'SIGSTOP');
  const tasks = await countTasks();
  const other = await startWorker();
  await eventually(async () => tasksDone(other) > 0);
  await victim.kill('SIGKILL');

  const run = await untilState(service, id, 'done');

  const lost = tasksBegun(victim) - tasksDone(victim);
  expect(lost).toBeGreaterThan(0);
  expect(tasksBegun(victim) + tasksBegun(other)).toBe(tasks + lost);
  expect(tasksDone(victim) + tasksDone(other)).toBe(tasks);
  expect(await encodingsOf(service, id)).toMatchObject([{ id: run.id, attempts: 1, error: null }]);
  const { playback, duration } = await videoOf(service, id);
  expect(duration).toBe(26);
  const pictures = (await pictureTimes(source)).length;
  expect(playback.mp4.map(({ height }) => height)).toEqual([54, 108]);
  for (const url of [playback.hls, ...playback.mp4.map((file) => file.url)]) {
    await playThrough(String(url));
    expect(await pictureTimes(String(url))).toHaveLength(pictures);
  }
  await eventually(async () => {
    expect(await filesOf(service, id)).toEqual([`encoding-${run.id}`, expect.stringMatching(/^source-/)]);
    expect(await temporaryFiles(service.mediaRoot)).toEqual([]);
    expect(await ffmpegsOn(service.mediaRoot)).toEqual([]);
  });
  expect(await countTasks()).toBe(0);
});
