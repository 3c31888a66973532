import { rename } from 'node:fs/promises';
import path from 'node:path';
import { inspect } from 'node:util';
import { sharedS3Server } from '@campus/testing';
import { describe, expect, test } from '@jest/globals';
import { addArrivingObject, giveUpArriving } from '../../src/data/media-objects.ts';
import { deleteVideo, updateVideo } from '../../src/data/videos.ts';
import { gatherMedia } from '../../src/storage/gather/gather-media.ts';
import type { ObjectStoreSettings } from '../../src/storage/objects/connect-store.ts';
import { openObjectStore } from '../../src/storage/objects/object-store.ts';
import type { Storage } from '../../src/storage/open-storage.ts';
import type { MediaStore } from '../../src/storage/store-parameters.ts';
import { piecesOf } from '../../src/storage/whole-file.ts';
import { givenBucketSettings } from '../support/buckets.ts';
import { useStorage } from '../support/storage.ts';
import { type Treatment, useStoreProxies } from '../support/store-proxies.ts';

const mebibyte = 2 ** 20;
const server = await sharedS3Server();
const settings = await givenBucketSettings(server);
const media = useStorage({}, { bucket: async () => settings });

const movedSettings = await givenBucketSettings(server);
const moved = useStorage({}, { bucket: async () => movedSettings });

const { behindProxy } = useStoreProxies(settings);

const unavailable: Treatment = (asked, answer) => {
  asked.resume();
  answer.writeHead(503, { 'Content-Type': 'application/xml' });
  answer.end('<Error><Code>SlowDown</Code><Message>Reduce your request rate.</Message></Error>');
};

/** A store in which nothing is. */
const elsewhere: Treatment = (asked, answer) => {
  asked.resume();
  if (asked.method === 'DELETE') return void answer.writeHead(204).end();
  answer.writeHead(404, { 'Content-Type': 'application/xml' });
  answer.end('<Error><Code>NoSuchKey</Code><Message>The key does not exist.</Message></Error>');
};

describe('A start is refused in one sentence', () => {
  const opening = (bucket: ObjectStoreSettings) => media.openAnother({ bucket });

  test('by a secret that is wrong, which it does not tell', async () => {
    const failure = await opening({ ...settings, secretAccessKey: 'quite-wrong-secret' }).catch(
      (error: unknown) => error,
    );

    expect(failure).toMatchObject({
      message: expect.stringMatching(
        /does not take MEDIA_S3_ACCESS_KEY_ID with MEDIA_S3_SECRET_ACCESS_KEY; correct them\.$/,
      ),
    });
    const shown = inspect(failure, { depth: 10, showHidden: true });
    expect(shown).not.toContain('quite-wrong-secret');
    expect(shown).not.toContain('AWS4-HMAC-SHA256');
  });

  test('by a bucket that is missing', async () => {
    await expect(opening({ ...settings, bucket: 'nowhere' })).rejects.toThrow(
      `the store at MEDIA_S3_ENDPOINT (${settings.endpoint}) has no bucket nowhere; create it, or correct MEDIA_S3_BUCKET.`,
    );
  });

  test('by an address where nothing answers', async () => {
    await expect(opening({ ...settings, endpoint: 'http://127.0.0.1:9' })).rejects.toThrow(
      'the store at MEDIA_S3_ENDPOINT (http://127.0.0.1:9) cannot be reached (ECONNREFUSED); start it, or correct the address.',
    );
  });

  test('by a store that takes the connection, and says nothing', async () => {
    const silent = await behindProxy((asked) => void asked.resume());

    await expect(opening(silent)).rejects.toThrow(/ does not answer in time; look at its log/);
  });

  test('by a region that is not that of the bucket', async () => {
    await expect(opening({ ...settings, region: 'moon-1' })).rejects.toThrow(/correct MEDIA_S3_REGION\.$/);
  });

  test('by a clock that is off', async () => {
    const skewed = await behindProxy((asked, answer) => {
      asked.resume();
      answer.writeHead(403, { 'Content-Type': 'application/xml' });
      answer.end('<Error><Code>RequestTimeTooSkewed</Code><Message>too large</Message></Error>');
    });

    await expect(opening(skewed)).rejects.toThrow(
      /^the clock of this machine is not that of the store .*; set it right\.$/,
    );
  });

  test('by a bucket of another database', async () => {
    const taken = await givenBucketSettings(server);
    const objects = openObjectStore(taken);
    await objects.putBytes('owner', Buffer.from('another\n'));
    objects.close();

    await expect(opening(taken)).rejects.toThrow(/belongs to another database/);
  });
});

test.each([
  [507, 'XMinioStorageFull'],
  [403, 'QuotaExceeded'],
  [400, 'XMinioAdminBucketQuotaExceeded'],
])('A store that is full (%d %s) is told by its name, and no folder is blamed', async (status, name) => {
  const full = await behindProxy((asked, answer) => {
    asked.resume();
    answer.writeHead(status, { 'Content-Type': 'application/xml' });
    answer.end(`<Error><Code>${name}</Code><Message>full</Message></Error>`);
  });
  const objects = openObjectStore(full);

  await expect(objects.putBytes('one-more', Buffer.from('bytes'))).rejects.toMatchObject({
    code: 'store_full',
    message: `the store at MEDIA_S3_ENDPOINT (${full.endpoint}) has no room left for the bucket ${full.bucket}; make room there, or raise its quota.`,
  });
});

describe('A store that fails for a moment', () => {
  test('with 503 is asked again, and nobody notices', async () => {
    let left = 3;
    const storm = await behindProxy((asked, answer, pass) => {
      if (left === 0) return pass();
      left -= 1;
      unavailable(asked, answer, pass);
    });
    const objects = openObjectStore(storm);

    await objects.putBytes('after-a-storm', Buffer.from('bytes'));

    expect(left).toBe(0);
    expect(await objects.readText('after-a-storm')).toBe('bytes');
    await objects.remove('after-a-storm');
    objects.close();
  });

  test('by breaking answers off is read on from there', async () => {
    const content = Buffer.alloc(3 * mebibyte, 'x');
    const direct = openObjectStore(settings);
    const facts = await direct.putBytes('broken-off', content);
    const starts: string[] = [];
    const breaking = await behindProxy((asked, answer, pass) => {
      starts.push(String(asked.headers.range));
      let sent = 0;
      const write = answer.write.bind(answer);
      answer.write = ((piece: Buffer) => {
        sent += piece.length;
        if (sent > mebibyte) return answer.destroy() && false;
        return write(piece);
      }) as typeof answer.write;
      pass();
    });
    const objects = openObjectStore(breaking);

    const block = await objects.readBlock({ key: 'broken-off', ...facts }, 0);

    expect(block.equals(content)).toBe(true);
    expect(starts.length).toBeGreaterThan(2);
    await direct.remove('broken-off');
    for (const one of [direct, objects]) one.close();
  });
});

test('A storm that lasts ends the change with an error that says so, and the source stays as it was', async () => {
  const { id, sourceFile } = await media.givenVideo({ content: 'before' });
  let isStormy = false;
  const bucket = await behindProxy((asked, answer, pass) =>
    isStormy ? unavailable(asked, answer, pass) : pass(),
  );
  const storage = await media.openAnother({ bucket });
  const temporaryFile = await media.givenFile('after');
  isStormy = true;

  const placing = storage.place((place) => place.source({ temporaryFile, extension: 'mp4' }));

  await expect(placing).rejects.toMatchObject({
    code: 'store_away',
    message: expect.stringContaining('503'),
  });
  await expect(storage.checkMedia()).rejects.toMatchObject({ code: 'store_away' });
  isStormy = false;
  await storage.checkMedia();
  await storage.sweep();
  await media.storage.removeTemporary(temporaryFile);
  expect(await media.contentOf({ table: 'videos', id, file: sourceFile })).toBe('before');
  expect(await media.leftOver()).toEqual([]);
});

test.each<{ instead: string; treatment: Treatment }>([
  { instead: 'nothing answers', treatment: unavailable },
  {
    instead: 'another bucket of its name does',
    // As the address of the endpoint may lead to another store for a while.
    treatment: elsewhere,
  },
])(
  'Given a video that was deleted, While $instead, Then its object is not forgotten, and goes later',
  async ({ treatment }) => {
    const { id } = await media.givenVideo();
    let isAway = false;
    const bucket = await behindProxy((asked, answer, pass) =>
      isAway ? treatment(asked, answer, pass) : pass(),
    );
    const storage = await media.openAnother({ bucket });
    await deleteVideo(media.db.prisma, id);
    isAway = true;

    await expect(storage.tidyFolder({ table: 'videos', id })).rejects.toThrow();

    isAway = false;
    await storage.tidyFolder({ table: 'videos', id });
    expect(await media.leftOver()).toEqual([]);
  },
);

test('A change that fails waits until what it brought is removed, and not for what others gave up', async () => {
  const [key, instance] = ['tail-of-another', 1_000_000];
  const released = Promise.withResolvers<void>();
  const bucket = await behindProxy((asked, _answer, pass) => {
    if (asked.method === 'DELETE' && asked.url?.includes(key)) void released.promise.then(pass);
    else pass();
  });
  const storage = await media.openAnother({ bucket });
  await addArrivingObject(media.db, { key, instance });
  await giveUpArriving(media.db, { instance });
  const temporaryFile = await media.givenFile();

  const failing = storage.place(async (place) => {
    await place.source({ temporaryFile, extension: 'mp4' });
    throw new Error('changed its mind');
  });

  await expect(failing).rejects.toThrow('changed its mind');
  expect(await media.leftOver()).toEqual([]);
  released.resolve();
});

test('A file of this machine that cannot be read is not said to be a fault of the store', async () => {
  const objects = openObjectStore(settings);

  await expect(objects.put('key', piecesOf(path.join(media.mediaRoot, 'nowhere.m4s')))).rejects.toMatchObject(
    {
      code: 'ENOENT',
    },
  );

  objects.close();
});

test('Bytes that the store has changed are no source: a worker is told so', async () => {
  const { id, sourceFile } = await media.givenVideo({ content: 'as it was' });
  const objects = openObjectStore(settings);
  await objects.putBytes(sourceFile, Buffer.from('as it is!'));
  objects.close();

  const reading = media.storage.withSource({ videoId: id, sourceFile }, async (address) => {
    const answer = await fetch(address).catch(() => undefined);
    return answer?.text().catch(() => undefined);
  });

  await expect(reading).rejects.toMatchObject({ code: 'media_damaged' });
});

test.each<{ to: MediaStore; from: MediaStore; method: string }>([
  { from: 'folder', to: 's3', method: 'PUT' },
  { from: 's3', to: 'folder', method: 'GET' },
])(
  'Files that go while media move from $from to $to are passed over, and all others move',
  async ({ from, to, method }) => {
    const { db } = moved;
    const { id, sourceFile } = await moved.givenVideo({ content: 'a source' });
    await moved.givenOnAir(id, { '720.m4s': 'a piece' });
    const move = async ({ gathering }: Storage) =>
      gathering && gatherMedia({ db, gathering, onProgress: () => undefined });
    await move(await moved.openAnother({ keepsIn: to }));
    await move(await moved.openAnother({ keepsIn: from }));
    let isOnAir = true;
    const takeOffAir = async () => {
      isOnAir = false;
      await db.prisma.video.update({ where: { id }, data: { encodingId: null } });
      await moved.storage.tidyFolder({ table: 'videos', id });
    };
    const bucket = await behindProxy((asked, _answer, pass) => {
      if (isOnAir && asked.method === method && asked.url?.includes('/moved-')) void takeOffAir().then(pass);
      else pass();
    }, movedSettings);

    const outcome = await move(await moved.openAnother({ keepsIn: to, bucket }));

    expect({ isOnAir, problems: outcome?.problems }).toEqual({ isOnAir: false, problems: [] });
    expect(await moved.contentOf({ table: 'videos', id, file: sourceFile })).toBe('a source');
    const isInBucket = (await moved.keptOf({ table: 'videos', id })).includes(sourceFile);
    expect(isInBucket).toBe(to === 's3');
  },
);

test('While the media folder is away, moving media out of it fails, and says nothing of all being moved', async () => {
  const { db, mediaRoot } = moved;
  const inFolder = await moved.openAnother({ keepsIn: 'folder' });
  const temporaryFile = await moved.givenFile('below MEDIA_ROOT');
  const { id } = await moved.givenVideo();
  await inFolder.place(async (place) => {
    const source = await place.source({ temporaryFile, extension: 'mp4' });
    await db.prisma.$transaction(async (tx) => {
      await updateVideo(tx, id, { sourceFile: await source.into(tx, id) });
    });
  });
  const { gathering } = await moved.openAnother({ keepsIn: 's3' });
  const found = () => gathering?.find({ table: 'videos', id });
  await rename(mediaRoot, `${mediaRoot}-away`);

  await expect(found()).rejects.toMatchObject({ code: 'store_away' });

  await rename(`${mediaRoot}-away`, mediaRoot);
  expect(await found()).toHaveLength(1);
});
