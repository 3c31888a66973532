import { eventually, type StartedProcess } from '@campus/testing';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { clip } from '../support/clips.ts';
import {
  encodingsOf,
  givenUpload,
  launch,
  temporaryFiles,
  untilEncoding,
  untilState,
  videoOf,
} from '../support/encode-videos.ts';
import { ffmpegsOn } from '../support/ffmpegs-on.ts';
import { pacedFfmpeg, sourceOfSeconds } from '../support/paced-ffmpeg.ts';
import { useService } from '../support/service.ts';
import { startWorkerProcess } from '../support/worker-process.ts';

// The service leaves the encodings to workers: processes of their own on its database and its media folder.
const service = useService({ encodeConcurrency: 0 });
const paced = await pacedFfmpeg();
const workers: StartedProcess[] = [];

beforeAll(async () => {
  await Promise.all([
    clip('silent'),
    clip('undecodable'),
    sourceOfSeconds(1),
    sourceOfSeconds(4),
    sourceOfSeconds(30),
  ]);
});

afterEach(async () => {
  for (const worker of workers.splice(0)) await worker[Symbol.asyncDispose]();
  await service.sql.query(
    "update encodings set state = 'cancelled', finished_at = now() where state in ('queued', 'running')",
  );
});

async function startWorkers(count: number): Promise<StartedProcess[]> {
  const started = await Promise.all(
    Array.from({ length: count }, () =>
      startWorkerProcess({
        DATABASE_URL: service.databaseUrl,
        DATA_DIR: service.dataDir,
        MEDIA_ROOT: service.mediaRoot,
        ENCODE_THREADS: '1',
        FFMPEG_PATH: paced,
      }),
    ),
  );
  workers.push(...started);
  return started;
}

/** Lines of the log with this message. */
function linesOf(worker: StartedProcess, message: RegExp): string[] {
  return worker
    .output()
    .split('\n')
    .filter((line) => message.test(line));
}

async function untilBegun(worker: StartedProcess): Promise<StartedProcess> {
  await worker.waitForOutput(/encoding of video \d+ begins/);
  return worker;
}

describe('Encode workers beside a service that leaves the encodings to them', () => {
  test('take up what was launched while there was none, and each run is taken by one of them', async () => {
    const source = await clip('silent');
    const videos = await Promise.all([1, 2, 3].map(() => givenUpload(service, { source })));
    for (const { slug } of videos) await launch(service, slug);
    for (const { id } of videos) expect(await encodingsOf(service, id)).toMatchObject([{ state: 'queued' }]);

    const started = await startWorkers(2);

    for (const { id } of videos) {
      expect(await untilState(service, id, 'done')).toMatchObject({ attempts: 1 });
      expect(await videoOf(service, id)).toMatchObject({ encoded: true });
    }
    expect(started.flatMap((worker) => linesOf(worker, /encoding of video \d+ begins/))).toHaveLength(3);
  });

  test("do not let one owner's queue hold up another's, nor lose a run when they are killed", async () => {
    const { ada, staff: eve } = service;
    const queue = [];
    for (const owner of [ada, ada, ada, eve]) {
      const source = await sourceOfSeconds(owner === eve ? 4 : 1);
      const video = await givenUpload(service, { source, owner });
      await launch(service, video.slug);
      queue.push(video.id);
    }
    const [first = 0, second = 0, third = 0, other = 0] = queue;
    const [worker] = await startWorkers(1);

    await untilState(service, first, 'done');
    // By the job that was sent for the second run of Ada.
    await untilState(service, other, 'running');
    expect(await encodingsOf(service, second)).toMatchObject([{ state: 'queued', attempts: 0 }]);
    await worker?.kill('SIGKILL');
    await startWorkers(2);

    const attempts = [];
    for (const id of [second, third, other]) attempts.push((await untilState(service, id, 'done')).attempts);
    expect(attempts).toEqual([1, 1, 2]);
  });

  test('that are killed take their ffmpeg with them; another does their work and clears up after them', async () => {
    const { id, slug } = await givenUpload(service, { source: await sourceOfSeconds(4) });
    const started = await startWorkers(2);
    await launch(service, slug);
    const busy = await Promise.any(started.map(untilBegun));
    const [ffmpeg] = await untilEncoding(service);

    await busy.kill('SIGKILL');

    await eventually(async () => expect(await ffmpegsOn(service.mediaRoot)).not.toContain(ffmpeg));
    // The rule is a minute, which is as long as this waits.
    await untilEncoding(service);
    expect(await untilState(service, id, 'done')).toMatchObject({ attempts: 2 });
    expect(await videoOf(service, id)).toMatchObject({ encoded: true });
    await eventually(async () => expect(await temporaryFiles(service.mediaRoot)).toEqual([]));
  });

  test('that are told to stop hand their work back at once, and the attempt does not count', async () => {
    const { id, slug } = await givenUpload(service, { source: await sourceOfSeconds(30) });
    const [first] = await startWorkers(1);
    await launch(service, slug);
    await untilEncoding(service);

    expect(await first?.kill('SIGTERM')).toEqual({ code: 0, signal: null });

    expect(first?.output()).not.toContain('"level":50');
    expect(await encodingsOf(service, id)).toMatchObject([{ state: 'queued', attempts: 0, error: null }]);
    expect(await ffmpegsOn(service.mediaRoot)).toEqual([]);
    expect(await temporaryFiles(service.mediaRoot)).toEqual([]);
    await startWorkers(1);
    await untilEncoding(service);
    expect(await encodingsOf(service, id)).toMatchObject([{ state: 'running', attempts: 1 }]);
  });

  test('tell the log of a source that fails in one short line an attempt', async () => {
    const { id, slug } = await givenUpload(service, { source: await clip('undecodable') });
    const [worker] = await startWorkers(1);
    await launch(service, slug);

    await untilState(service, id, 'failed');

    await worker?.waitForOutput(/encoding of video \d+ failed/);
    const about = String(worker?.output())
      .split('\n')
      .filter((line) => line.includes(`"videoId":${id}`));
    expect(about.map((line) => JSON.parse(line).msg)).toEqual([
      `encoding of video ${id} begins`,
      expect.stringMatching(/^attempt 1 at encoding video \d+ failed: ./),
      `encoding of video ${id} begins`,
      expect.stringMatching(/^attempt 2 at encoding video \d+ failed: ./),
      `encoding of video ${id} begins`,
      expect.stringMatching(/^encoding of video \d+ failed: ./),
    ]);
    expect(worker?.output()).not.toMatch(/stack|"level":50/);
  });
});
