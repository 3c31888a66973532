import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import * as s3 from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { ObjectFacts } from '../../data/media-objects.ts';
import { StorageError } from '../storage-error.ts';
import { type BlockDigests, blockBytes, createBlockDigests, isBlock } from './block-digests.ts';
import {
  connectStore,
  isMissing,
  type ObjectStoreSettings,
  type StoreConnection,
  whyStoreFails,
} from './connect-store.ts';

/**
 * A bucket. It needs no more of S3 than put, ranges, delete, lists and multipart uploads; nothing is overwritten, so no
 * condition is asked for.
 *
 * What may be of the moment is tried again, for some seconds; a connection, an answer and a pause within one have limits
 * of time. All reject with StorageError `store_away`, whose message says what is wrong, with no secret in it.
 */
export interface ObjectStore extends UploadsInParts {
  /** For whoever signs addresses of its own. */
  client: s3.S3Client;
  settings: ObjectStoreSettings;
  /** Makes sure that the bucket is there and answers. */
  check(): Promise<void>;
  /**
   * Brings what comes as a stream, in parts where it is large. Memory: a few parts, whatever its size. The object is there
   * once all has come; when that ends with an error, it is not.
   *
   * @throws what the stream does, as the disk when a file cannot be read
   */
  put(key: string, content: AsyncIterable<Buffer>): Promise<ObjectFacts>;
  putBytes(key: string, bytes: Buffer): Promise<ObjectFacts>;
  /** A small object; null when there is none. */
  readText(key: string): Promise<string | null>;
  /** Reads a range; where the connection breaks it goes on behind what has come. */
  read(key: string, range: ByteRange, signal?: AbortSignal): Readable;
  /**
   * Reads a block and holds it against its SHA-256.
   *
   * @throws StorageError  `media_damaged` too
   */
  readBlock(object: { key: string } & ObjectFacts, index: number, signal?: AbortSignal): Promise<Buffer>;
  /** Reads all of an object, held against its SHA-256 block by block. @throws StorageError  `media_damaged` too */
  readWhole(object: { key: string } & ObjectFacts): AsyncGenerator<Buffer>;
  /** How long an object is; null when there is none. */
  size(key: string): Promise<number | null>;
  /** Removes an object, if it is there. */
  remove(key: string): Promise<void>;
  /** The names of all objects, and of all that uploads were begun for. */
  list(): AsyncGenerator<string>;
  close(): void;
}

/** What a start and a check of health wait for, all attempts together. */
const soon = () => ({ abortSignal: AbortSignal.timeout(10_000) });

/** Parts of one file that are on their way together. */
const partsAtOnce = 2;

export function openObjectStore(settings: ObjectStoreSettings): ObjectStore {
  const { bucket: Bucket, prefix } = settings;
  const store = connectStore(settings);
  const { client, at, told } = store;
  return {
    ...uploadsInParts(store),
    client,
    settings,
    read: (key, range, signal) => Readable.from(pieces(store, { key, range, signal }), { objectMode: false }),
    readBlock: (object, index, signal) => readBlock(store, { ...object, index, signal }),
    async *readWhole(object) {
      for (let index = 0; index * blockBytes < object.bytes; index += 1)
        yield await readBlock(store, { ...object, index });
    },
    async size(key) {
      try {
        return (await client.send(new s3.HeadObjectCommand(at(key)), soon())).ContentLength ?? 0;
      } catch (error) {
        if (isMissing(error)) return null;
        throw whyStoreFails(error, settings);
      }
    },
    async check() {
      await told(client.send(new s3.ListObjectsV2Command({ Bucket, Prefix: prefix, MaxKeys: 1 }), soon()));
    },
    async put(key, content) {
      const digests = createBlockDigests();
      let unreadable: unknown;
      const Body = digested(content, digests, (error) => {
        // It is also ended so, early, when the store fails.
        if (!(error instanceof Error && error.name === 'AbortError')) unreadable = error;
      });
      const upload = new Upload({
        client,
        params: { ...at(key), Body, ChecksumAlgorithm: 'SHA256' },
        partSize: blockBytes,
        queueSize: partsAtOnce,
      });
      await told(upload.done()).catch((error: unknown) => {
        throw unreadable ?? error;
      });
      return digests.finish();
    },
    async putBytes(key, bytes) {
      const digests = createBlockDigests();
      digests.add(bytes);
      await told(
        client.send(new s3.PutObjectCommand({ ...at(key), Body: bytes, ChecksumAlgorithm: 'SHA256' })),
      );
      return digests.finish();
    },
    async readText(key) {
      try {
        const { Body } = await client.send(new s3.GetObjectCommand(at(key)), soon());
        return (await Body?.transformToString()) ?? '';
      } catch (error) {
        if (isMissing(error)) return null;
        throw whyStoreFails(error, settings);
      }
    },
    async remove(key) {
      await told(client.send(new s3.DeleteObjectCommand(at(key))));
    },
    async *list() {
      let ContinuationToken: string | undefined;
      do {
        const page = await told(
          client.send(new s3.ListObjectsV2Command({ Bucket, Prefix: prefix, ContinuationToken })),
        );
        for (const { Key = '' } of page.Contents ?? []) yield Key.slice(prefix.length);
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken !== undefined);
      const begun = await told(client.send(new s3.ListMultipartUploadsCommand({ Bucket, Prefix: prefix })));
      for (const { Key = '' } of begun.Uploads ?? []) yield Key.slice(prefix.length);
    },
    close: () => client.destroy(),
  };
}

function digested(
  content: AsyncIterable<Buffer>,
  digests: BlockDigests,
  onUnreadable: (error: unknown) => void,
): Readable {
  async function* pieces(): AsyncGenerator<Buffer> {
    try {
      for await (const piece of content) {
        digests.add(piece);
        yield piece;
      }
    } catch (error) {
      onUnreadable(error);
      throw error;
    }
  }
  return Readable.from(pieces(), { objectMode: false });
}

/** Bytes of an object, both ends included. */
interface ByteRange {
  start: number;
  end: number;
}

/** How often a read goes on without that a byte came in between, and one block is read anew. */
const maxReads = 3;

const longestPauseMs = 30_000;

async function readBlock(
  store: StoreConnection,
  { key, index, signal, ...facts }: { key: string; index: number; signal?: AbortSignal } & ObjectFacts,
): Promise<Buffer> {
  const start = index * blockBytes;
  const range = { start, end: Math.min(start + blockBytes, facts.bytes) - 1 };
  for (let reads = 1; reads <= maxReads; reads += 1) {
    const block = await buffer(pieces(store, { key, range, signal }));
    if (isBlock(facts, index, block)) return block;
  }
  throw new StorageError('media_damaged', `the object ${store.at(key).Key} is not as it was written`);
}

async function* pieces(
  { client, settings, at }: StoreConnection,
  { key, range, signal }: { key: string; range: ByteRange; signal: AbortSignal | undefined },
): AsyncGenerator<Buffer> {
  const { start, end } = range;
  let next = start;
  for (let reads = 1; next <= end; reads += 1) {
    const ending = new AbortController();
    const abortSignal = signal ? AbortSignal.any([ending.signal, signal]) : ending.signal;
    try {
      const asked = new s3.GetObjectCommand({ ...at(key), Range: `bytes=${next}-${end}` });
      const { Body } = await client.send(asked, { abortSignal });
      for await (const piece of withoutLongPauses(Body as Readable)) {
        reads = 0;
        next += piece.length;
        yield piece;
      }
      if (next <= end) throw new Error('the answer ended early');
    } catch (error) {
      signal?.throwIfAborted();
      if (reads >= maxReads || isMissing(error)) throw whyStoreFails(error, settings);
    } finally {
      ending.abort();
    }
  }
}

/** Ends an answer that says nothing for long. While nobody asks for more, as when a player pauses, time does not count. */
async function* withoutLongPauses(body: Readable): AsyncGenerator<Buffer> {
  const iterator = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const timer = setTimeout(() => body.destroy(new Error('the answer stopped coming')), longestPauseMs);
      const { done, value } = await iterator.next().finally(() => clearTimeout(timer));
      if (done === true) return;
      yield value;
    }
  } finally {
    body.destroy();
  }
}

/** Objects that come in parts over many requests. */
interface UploadsInParts {
  /** @returns the store's name of the upload */
  beginUpload(key: string): Promise<string>;
  /** Brings a part, from 1 on; again in the place of one of this number. @returns what the store says of it */
  putPart(at: { key: string; upload: string; part: number }, bytes: Buffer): Promise<string>;
  /** Makes the object of its parts; doing it again changes nothing. */
  completeUpload(whole: {
    key: string;
    upload: string;
    etags: readonly string[];
    bytes: number;
  }): Promise<void>;
  /** Removes the parts of uploads that were to become this object. */
  removeUploads(key: string): Promise<void>;
}

function uploadsInParts({ client, at, told, settings }: StoreConnection): UploadsInParts {
  const { bucket: Bucket, prefix } = settings;
  return {
    async beginUpload(key) {
      const { UploadId = '' } = await told(client.send(new s3.CreateMultipartUploadCommand(at(key))));
      return UploadId;
    },
    async putPart({ key, upload: UploadId, part: PartNumber }, Body) {
      const { ETag = '' } = await told(
        client.send(new s3.UploadPartCommand({ ...at(key), UploadId, PartNumber, Body })),
      );
      return ETag;
    },
    async completeUpload({ key, upload: UploadId, etags, bytes }) {
      const Parts = etags.map((ETag, index) => ({ ETag, PartNumber: index + 1 }));
      const complete = { ...at(key), UploadId, MultipartUpload: { Parts } };
      await told(client.send(new s3.CompleteMultipartUploadCommand(complete))).catch(
        async (error: unknown) => {
          if (!isMissing(error)) throw error;
          // An attempt before this one may have been the last.
          const { ContentLength } = await told(client.send(new s3.HeadObjectCommand(at(key))));
          if (ContentLength !== bytes) throw error;
        },
      );
    },
    async removeUploads(key) {
      const begun = await told(
        client.send(new s3.ListMultipartUploadsCommand({ Bucket, Prefix: prefix + key })),
      );
      for (const { Key, UploadId } of begun.Uploads ?? [])
        await told(client.send(new s3.AbortMultipartUploadCommand({ Bucket, Key, UploadId }))).catch(
          (error: unknown) => {
            if (!isMissing(error)) throw error;
          },
        );
    },
  };
}
