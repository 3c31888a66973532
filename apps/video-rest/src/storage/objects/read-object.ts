import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import type { ObjectFacts } from '../../data/media-objects.ts';
import { StorageError } from '../storage-error.ts';
import { blockBytes, isBlock } from './block-digests.ts';
import type { StoreConnection } from './connect-store.ts';
import { isMissing, whyStoreFails } from './why-store-fails.ts';

/** Bytes of an object, both ends included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** How often a read goes on without that a byte came in between, and one block is read anew. */
const maxReads = 3;

const longestPauseMs = 30_000;

/**
 * Reads a range; where the connection breaks it goes on behind what has come.
 *
 * @throws StorageError  `store_away`, as an error of the stream
 */
export function readRange(
  store: StoreConnection,
  { key, range, signal }: { key: string; range: ByteRange; signal?: AbortSignal | undefined },
): Readable {
  return Readable.from(pieces(store, { key, range, signal }), { objectMode: false });
}

/**
 * Reads a block and holds it against its SHA-256.
 *
 * @throws StorageError  `store_away`, `media_damaged`
 */
export async function readBlock(
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
      const asked = new GetObjectCommand({ ...at(key), Range: `bytes=${next}-${end}` });
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
