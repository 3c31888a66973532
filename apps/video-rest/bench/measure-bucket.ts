import { createReadStream } from 'node:fs';
import { open, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { CreateBucketCommand, GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { startS3Server } from '@campus/testing';
import pino from 'pino';
import { openDatabase } from '../src/data/open-database.ts';
import { addVideo, nextVideoId } from '../src/data/videos.ts';
import type { ObjectStoreSettings } from '../src/storage/objects/connect-store.ts';
import { openStorage, type Storage } from '../src/storage/open-storage.ts';
import { videoSlug } from '../src/videos/create-video.ts';
import { uploadBody } from './upload-body.ts';

export interface BucketResult {
  mebibytes: number;
  /** MiB a second; one entry a round. */
  rounds: Record<'upload' | 'playback', Record<'service' | 'sdk', number>>[];
}

type Bucket = ObjectStoreSettings & { client: S3Client };

/**
 * A file into a bucket and out of it again: through the storage, with its rows and its digests, beside the SDK alone, with
 * parts of the same size. Both in this process, against one server on this machine.
 */
export async function measureBucket(
  { folder, databaseUrl }: { folder: string; databaseUrl: string },
  { mebibytes, rounds: count }: { mebibytes: number; rounds: number },
): Promise<BucketResult> {
  await using server = await startS3Server();
  const { endpoint, region, ...credentials } = server;
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  const bucket: Bucket = { ...server, client, bucket: 'bench', prefix: 'media/', isPathStyle: true };
  await client.send(new CreateBucketCommand({ Bucket: bucket.bucket }));
  const db = openDatabase(databaseUrl, () => undefined);
  const storage = await openStorage({
    mediaRoot: path.join(folder, 'bucket'),
    minFreeBytes: 0,
    keepsIn: 's3',
    bucket,
    db,
    databaseUrl,
    log: pino({ level: 'silent' }),
  });
  const bytes = mebibytes * 2 ** 20;
  const rounds: BucketResult['rounds'] = [];
  try {
    for (let round = 0; round < count; round += 1) {
      const service = await throughStorage({ storage, db }, bytes);
      const sdk = await bySdk(bucket, { folder, bytes, key: `sdk-${round}` });
      rounds.push({
        upload: { service: service.upload, sdk: sdk.upload },
        playback: { service: service.playback, sdk: sdk.playback },
      });
    }
  } finally {
    await storage.close();
    await db.close();
    client.destroy();
  }
  return { mebibytes, rounds };
}

async function throughStorage(
  { storage, db }: { storage: Storage; db: ReturnType<typeof openDatabase> },
  bytes: number,
): Promise<{ upload: number; playback: number }> {
  const temporaryFile = storage.temporaryFile();
  await fill(temporaryFile, bytes);
  const { value: video, speed: upload } = await timed(bytes, () =>
    storage.place(async (place) => {
      const source = await place.source({ temporaryFile, extension: 'mp4' });
      return db.prisma.$transaction(async (tx) => {
        const id = await nextVideoId(tx);
        const sourceFile = await source.into(tx, id);
        const row = {
          id,
          slug: videoSlug(id, 'Benchmark'),
          title: 'Benchmark',
          ownerId: 1,
          typeId: 1,
          mainLang: 'en',
        };
        await addVideo(tx, { ...row, mediaKind: 'video', durationSeconds: 1, sourceFile });
        return { id, sourceFile };
      });
    }),
  );
  const { speed: playback } = await timed(bytes, async () => {
    const located = await storage.locate({ table: 'videos', id: video.id, file: video.sourceFile });
    if (located?.kind !== 'object') throw new Error('the file is not in the bucket');
    await drain(located.read({ start: 0, end: bytes - 1 }));
  });
  return { upload, playback };
}

async function bySdk(
  { client, bucket: Bucket }: Bucket,
  { folder, bytes, key: Key }: { folder: string; bytes: number; key: string },
): Promise<{ upload: number; playback: number }> {
  const file = path.join(folder, 'sdk');
  await fill(file, bytes);
  const { speed: upload } = await timed(bytes, async () => {
    const params = { Bucket, Key, Body: createReadStream(file, { highWaterMark: 2 ** 20 }) };
    await new Upload({ client, params, partSize: 8 * 2 ** 20, queueSize: 2 }).done();
  });
  await rm(file);
  const { speed: playback } = await timed(bytes, async () => {
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
    await drain(Body as AsyncIterable<unknown>);
  });
  return { upload, playback };
}

async function drain(content: AsyncIterable<unknown>): Promise<void> {
  await pipeline(content, async (pieces) => {
    for await (const _ of pieces);
  });
}

async function fill(file: string, bytes: number): Promise<void> {
  await writeFile(file, uploadBody(Buffer.alloc(0), bytes).pieces());
  await using handle = await open(file, 'r+');
  await handle.truncate(bytes);
}

async function timed<Value>(
  bytes: number,
  work: () => Promise<Value>,
): Promise<{ value: Value; speed: number }> {
  const start = performance.now();
  const value = await work();
  return { value, speed: bytes / 2 ** 20 / ((performance.now() - start) / 1000) };
}
