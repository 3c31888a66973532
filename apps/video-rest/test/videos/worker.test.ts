import { eventually, type StartedProcess } from '@campus/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
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
import { endlessSource, pacedFfmpeg, sourceOfSeconds } from '../support/paced-ffmpeg.ts';
import { useService } from '../support/service.ts';
import { startWorkerProcess } from '../support/worker-process.ts';

// The service leaves the encodings to workers: processes of their own on its database and its media folder.
const service = useService({ encodeConcurrency: 0 });
const paced = await pacedFfmpeg();
/** Those that are up, oldest first. They stay for the next test: a start takes a second of a processor. */
const workers: StartedProcess[] = [];

beforeAll(async () => {
  await Promise.all([clip('undecodable'), sourceOfSeconds(1), sourceOfSeconds(4), endlessSource()]);
});

afterEach(async () => {
  await service.sql.query(
    "update encodings set state = 'cancelled', finished_at = now() where state in ('queued', 'running')",
  );
  await eventually(async () => expect(await ffmpegsOn(service.mediaRoot)).toEqual([]));
});

afterAll(() => givenWorkers(0));

/** Starts or ends workers until there are so many. */
async function givenWorkers(count: number): Promise<StartedProcess[]> {
  for (const worker of workers.splice(count)) await worker[Symbol.asyncDispose]();
  const missing = Array.from({ length: count - workers.length }, startWorker);
  workers.push(...(await Promise.all(missing)));
  return [...workers];
}

function startWorker(): Promise<StartedProcess> {
  return startWorkerProcess({
    DATABASE_URL: service.databaseUrl,
    DATA_DIR: service.dataDir,
    MEDIA_ROOT: service.mediaRoot,
    ENCODE_THREADS: '1',
    FFMPEG_PATH: paced,
  });
}

async function kill(worker: StartedProcess | undefined, signal: NodeJS.Signals) {
  workers.splice(workers.indexOf(worker as StartedProcess), 1);
  return worker?.kill(signal);
}

/** What the workers have logged about a video, in the order of each. */
function messagesAbout(videoId: number): string[] {
  return workers
    .flatMap((worker) => worker.output().split('\n'))
    .filter((line) => line.includes(`"videoId":${videoId},`) && line.endsWith('}'))
    .map((line) => JSON.parse(line).msg);
}

describe('Encode workers beside a service that leaves the encodings to them', () => {
  test('take up what was launched while there was none, and each run is taken by one of them', async () => {
    await givenWorkers(0);
    const source = await sourceOfSeconds(1);
    const videos = await Promise.all([1, 2, 3].map(() => givenUpload(service, { source })));
    for (const { slug } of videos) await launch(service, slug);
    for (const { id } of videos) expect(await encodingsOf(service, id)).toMatchObject([{ state: 'queued' }]);

    await givenWorkers(2);

    for (const { id } of videos) {
      expect(await untilState(service, id, 'done')).toMatchObject({ attempts: 1 });
      expect(await videoOf(service, id)).toMatchObject({ encoded: true });
      expect(messagesAbout(id).filter((message) => message.endsWith('begins'))).toHaveLength(1);
    }
  });

  test('tell the log of a source that fails in one short line an attempt', async () => {
    const { id, slug } = await givenUpload(service, { source: await clip('undecodable') });
    await givenWorkers(2);

    await launch(service, slug);

    await eventually(() => {
      // Each attempt is told by whichever worker made it.
      expect(messagesAbout(id).toSorted()).toEqual([
        expect.stringMatching(/^attempt 1 at encoding video \d+ failed: ./),
        expect.stringMatching(/^attempt 2 at encoding video \d+ failed: ./),
        ...Array(3).fill(`encoding of video ${id} begins`),
        expect.stringMatching(/^encoding of video \d+ failed: ./),
      ]);
    });
    for (const worker of workers) expect(worker.output()).not.toMatch(/stack|"level":50/);
  });

  test('that are killed take their ffmpeg with them; another does their work and clears up after them', async () => {
    const { id, slug } = await givenUpload(service, { source: await sourceOfSeconds(4) });
    const both = await givenWorkers(2);
    await launch(service, slug);
    const begun = new RegExp(`encoding of video ${id} begins`);
    const busy = await Promise.any(both.map((worker) => worker.waitForOutput(begun).then(() => worker)));
    const [ffmpeg] = await untilEncoding(service);

    await kill(busy, 'SIGKILL');

    await eventually(async () => expect(await ffmpegsOn(service.mediaRoot)).not.toContain(ffmpeg));
    // The rule is a minute, which is as long as this waits.
    await untilEncoding(service);
    expect(await untilState(service, id, 'done')).toMatchObject({ attempts: 2 });
    expect(await videoOf(service, id)).toMatchObject({ encoded: true });
    await eventually(async () => expect(await temporaryFiles(service.mediaRoot)).toEqual([]));
  });

  test("do not let one owner's queue hold up another's, nor lose a run when they are killed", async () => {
    await givenWorkers(0);
    const { ada, staff: eve } = service;
    const queue = [];
    for (const owner of [ada, ada, ada, eve]) {
      const source = await sourceOfSeconds(owner === eve ? 4 : 1);
      const video = await givenUpload(service, { source, owner });
      await launch(service, video.slug);
      queue.push(video.id);
    }
    const [first = 0, second = 0, third = 0, other = 0] = queue;
    const [worker] = await givenWorkers(1);

    await untilState(service, first, 'done');
    // By the job that was sent for the second run of Ada.
    await untilState(service, other, 'running');
    expect(await encodingsOf(service, second)).toMatchObject([{ state: 'queued', attempts: 0 }]);
    await kill(worker, 'SIGKILL');
    await givenWorkers(1);

    const attempts = [];
    for (const id of [second, third, other]) attempts.push((await untilState(service, id, 'done')).attempts);
    expect(attempts).toEqual([1, 1, 2]);
  });

  test('that are told to stop hand their work back at once, and the attempt does not count', async () => {
    const { id, slug } = await givenUpload(service, { source: await endlessSource() });
    const [first] = await givenWorkers(1);
    await launch(service, slug);
    await untilEncoding(service);

    expect(await kill(first, 'SIGTERM')).toEqual({ code: 0, signal: null });

    expect(first?.output()).not.toContain('"level":50');
    expect(await encodingsOf(service, id)).toMatchObject([{ state: 'queued', attempts: 0, error: null }]);
    expect(await ffmpegsOn(service.mediaRoot)).toEqual([]);
    expect(await temporaryFiles(service.mediaRoot)).toEqual([]);
    await givenWorkers(1);
    await untilEncoding(service);
    expect(await encodingsOf(service, id)).toMatchObject([{ state: 'running', attempts: 1 }]);
  });
});
