import { readFile } from 'node:fs/promises';
import { PassThrough, Readable } from 'node:stream';
import { eventually } from '@campus/testing';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { addUpload, findUpload } from '../../src/data/uploads.ts';
import { randomName } from '../../src/storage/layout.ts';
import { appendToUpload } from '../../src/uploads/append-to-upload.ts';
import { completeUpload, startCompleting } from '../../src/uploads/complete-upload.ts';
import { sweepUploads } from '../../src/uploads/open-upload.ts';
import { takeChunk } from '../../src/uploads/take-chunk.ts';
import { whileHolding } from '../../src/uploads/while-holding.ts';
import { clip as givenClip } from '../support/clips.ts';
import { faultyTool, passingFaults } from '../support/faulty-tool.ts';
import { useUploadReplicas } from '../support/replicas-of-uploads.ts';

const replicas = useUploadReplicas();
let clip: string;

beforeAll(async () => {
  clip = await givenClip('tiny');
});

describe('An upload that has all its bytes', () => {
  test('becomes one video, though two processes complete it at once, each for three who ask', async () => {
    const upload = await replicas.givenWholeUpload(clip);
    const { prisma } = replicas.one.db;
    const before = await prisma.video.count();

    const [one = 0, ...others] = await Promise.all(
      [1, 2, 3].flatMap(() => [
        completeUpload(replicas.one, upload.id),
        completeUpload(replicas.other, upload.id),
      ]),
    );

    expect(new Set(others)).toEqual(new Set([one]));
    expect(await prisma.video.count()).toBe(before + 1);
    expect(await replicas.sourceOf(one)).toEqual(await readFile(clip));
    expect(await replicas.one.storage.growing.names()).not.toContain(upload.id);
  });

  test('is counted once among the sources that arrived, however often it is completed', async () => {
    const counted = async () => {
      const { text } = await replicas.one.metrics.scrape();
      return Number(/^video_upload_size_bytes_sum (\d+)$/m.exec(text)?.[1]);
    };
    const [upload, before] = [await replicas.givenWholeUpload(clip), await counted()];

    await completeUpload(replicas.one, upload.id);
    await completeUpload(replicas.one, upload.id);

    expect(await counted()).toBe(before + upload.size);
  });

  test('is completed by a job, should nobody else do it', async () => {
    const upload = await replicas.givenWholeUpload(clip);

    await startCompleting(replicas.other);
    // It waits for whoever has sent the last byte.
    await replicas.one.db.pool.query(
      "update pgboss.job set start_after = now() where name = 'complete-upload' and state = 'created'",
    );

    await eventually(async () => (await findUpload(replicas.one.db.prisma, upload.id))?.videoId != null);
  });

  test('keeps them when it cannot be made a video for the moment', async () => {
    const upload = await replicas.givenWholeUpload(clip);
    const probes = {
      run: () => Promise.reject(new Error('later')),
      load: () => ({ running: 0, waiting: 0 }),
    };

    await expect(completeUpload({ ...replicas.one, probes }, upload.id)).rejects.toThrow('later');

    expect(await replicas.sourceOf(await completeUpload(replicas.other, upload.id))).toEqual(
      await readFile(clip),
    );
  });

  test.each([
    // A file that this process can read to its end is cut off when ffprobe goes on to say so.
    ...passingFaults.filter(([name]) => name !== 'on a disk that fails'),
    ['short of memory', 'echo "Cannot allocate memory" >&2; exit 1'],
  ] as const)('keeps them when ffprobe is %s each time', async (_, fault) => {
    const upload = await replicas.givenWholeUpload(clip);
    const ffprobe = await faultyTool('ffprobe', fault, { times: 1000 });
    const tools = { ...replicas.one.tools, ffprobe };

    await expect(completeUpload({ ...replicas.one, tools }, upload.id)).rejects.toThrow();

    expect(await replicas.sourceOf(await completeUpload(replicas.other, upload.id))).toEqual(
      await readFile(clip),
    );
  });

  test('becomes no video of an account that was disabled meanwhile, and is removed', async () => {
    const upload = await replicas.givenWholeUpload(clip);
    const { db, storage } = replicas.one;
    const before = await db.prisma.video.count();
    const markActive = (isActive: boolean) =>
      db.prisma.user.update({ where: { id: replicas.userId }, data: { isActive } });
    await markActive(false);

    await expect(completeUpload(replicas.one, upload.id)).rejects.toMatchObject({ code: 'no_upload' });

    await markActive(true);
    expect(await db.prisma.video.count()).toBe(before);
    expect(await findUpload(db.prisma, upload.id)).toBeNull();
    expect(await storage.growing.names()).not.toContain(upload.id);
  });

  test('is removed when it is no video', async () => {
    const upload = await replicas.givenUpload(4);
    await appendToUpload(replicas.one, upload, { content: Readable.from(['text']) });

    await expect(completeUpload(replicas.one, upload.id)).rejects.toMatchObject({ code: 'not_media' });

    expect(await findUpload(replicas.one.db.prisma, upload.id)).toBeNull();
    expect(await replicas.one.storage.growing.names()).not.toContain(upload.id);
  });
});

describe('The first part of an upload', () => {
  const left = new Error('the client went away');

  test.each<[string, (content: PassThrough) => void]>([
    ['while the upload is opened', (content) => void content.destroy(left)],
    ['before a byte is written', (content) => content.once('resume', () => content.destroy(left))],
  ])('leaves none behind when its client goes %s', async (_when, leave) => {
    const { one, userId } = replicas;
    const uploads = async () => (await one.db.pool.query('select id from uploads order by id')).rows;
    const before = await uploads();
    // As parsers of forms do, which tell of it elsewhere.
    const content = new PassThrough().on('error', () => undefined);
    const range = { start: 0, end: 8, size: 18 };

    const taken = takeChunk(one, { userId, uploadId: undefined, range, fileName: 'a.mp4', content });
    leave(content);

    await expect(taken).rejects.toMatchObject({ code: 'other_range' });
    expect(await uploads()).toEqual(before);
  });
});

test('Whoever works on an upload is asked to end by whoever comes next, in another process too', async () => {
  const id = randomName();
  const order: string[] = [];
  const held = Promise.withResolvers<void>();
  const first = whileHolding(replicas.one.uploadLocks, id, async (signal) => {
    held.resolve();
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    order.push('first');
  });
  await held.promise;

  await whileHolding(replicas.other.uploadLocks, id, async () => {
    order.push('second');
  });
  await first;

  expect(order).toEqual(['first', 'second']);
});

test('What is over and what belongs to no upload is swept; what is under way stays', async () => {
  const { one, userId } = replicas;
  const underWay = await replicas.givenUpload(9);
  const expired = await addUpload(
    one.db.prisma,
    {
      id: randomName(),
      userId,
      size: 9,
      expiresAt: new Date(one.now().getTime() - 1),
    },
    { ownerId: userId, bytes: 9, videos: 0 },
  );
  const unknown = randomName();
  for (const name of [underWay.id, expired.id, unknown])
    await one.storage.growing.append({ name, at: 0, content: Readable.from(['x']) });

  await sweepUploads(one);

  const names = await one.storage.growing.names();
  expect(names).toContain(underWay.id);
  expect(names).not.toContain(expired.id);
  expect(names).not.toContain(unknown);
  expect(await findUpload(one.db.prisma, expired.id)).toBeNull();
});
