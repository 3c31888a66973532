import { createHash } from 'node:crypto';
import { PassThrough, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  addGrowingObject,
  deleteGrowing,
  findGrowing,
  type GrowingObject,
  giveUpGrowing,
  growingNames,
  putGrowing,
} from '../../data/growing-objects.ts';
import { type KeptObject, noteArrived } from '../../data/media-objects.ts';
import type { Database } from '../../data/open-database.ts';
import type { Growing, GrowingPiece } from '../growing.ts';
import { randomName } from '../layout.ts';
import { StorageError } from '../storage-error.ts';
import { blockBytes } from './block-digests.ts';
import { isMissing } from './connect-store.ts';
import type { ObjectStore } from './object-store.ts';
import type { SourceServer } from './source-server.ts';

interface GrowingDeps {
  db: Pick<Database, 'pool'>;
  objects: ObjectStore;
  sources: SourceServer;
  instance: number;
  requireRoom: (bytes: number) => Promise<void>;
}

const digestBytes = 32;

/** What is known of a file that has grown: the object that it has become. */
export interface GrowingObjects extends Growing {
  /** Makes one object of all that has come. */
  finish(name: string): Promise<KeptObject>;
}

/** What there is of growing files: read, and changed part by part. */
function partsOf({ db, objects, instance }: Pick<GrowingDeps, 'db' | 'objects' | 'instance'>) {
  async function begin(name: string): Promise<GrowingObject> {
    await deleteGrowing(db, name);
    const key = `upload-${randomName()}`;
    await addGrowingObject(db, { key, name, instance });
    const upload = await objects.beginUpload(key);
    return { key, upload, etags: [], digests: Buffer.alloc(0), tails: [], bytes: null };
  }

  async function putTail(name: string, growing: GrowingObject, bytes: Buffer): Promise<void> {
    if (bytes.length === 0) return;
    const key = `tail-${randomName()}`;
    await addGrowingObject(db, { key, name, instance });
    await objects.putBytes(key, bytes);
    growing.tails.push({ key, blocks: growing.etags.length, bytes: bytes.length });
  }

  async function putBlock(growing: GrowingObject, block: Buffer): Promise<void> {
    const { key, upload, etags } = growing;
    etags.push(await objects.putPart({ key, upload, part: etags.length + 1 }, block));
    const digest = createHash('sha256').update(block).digest();
    growing.digests = Buffer.concat([growing.digests, digest]);
  }

  /** As it was when `at` bytes of it were there, and what was behind the blocks then. */
  async function openAt(name: string, at: number): Promise<{ growing: GrowingObject; rest: Buffer }> {
    const found = at === 0 ? undefined : await findGrowing(db, name);
    if (at === 0) return { growing: await begin(name), rest: Buffer.alloc(0) };
    if (found === undefined) throw new Error(`of ${name} nothing is there, but ${at} bytes are noted`);
    const blocks = Math.floor(at / blockBytes);
    const bytes = at % blockBytes;
    const tail = found.tails.find((one) => bytes > 0 && one.blocks === blocks && one.bytes >= bytes);
    if (found.bytes !== null || found.etags.length < blocks || (bytes > 0 && tail === undefined))
      throw new Error(`${name} has fewer bytes, but ${at} of them are noted`);
    const growing: GrowingObject = {
      ...found,
      etags: found.etags.slice(0, blocks),
      digests: found.digests.subarray(0, blocks * digestBytes),
      tails: tail ? [{ ...tail, bytes }] : [],
    };
    await putGrowing(db, name, growing);
    await giveUpGrowing(db, { name, but: [growing.key, ...growing.tails.map(({ key }) => key)] });
    const rest = tail ? await buffer(objects.read(tail.key, { start: 0, end: bytes - 1 })) : Buffer.alloc(0);
    return { growing, rest };
  }

  return { openAt, putBlock, putTail };
}

/**
 * Growing files in the bucket. Whole blocks are parts of a multipart upload, which any process goes on with; what is
 * behind them is an object of its own, a new one each time, since no part but the last may be smaller. Of those the one
 * that stood there when a piece began stays until the next piece begins: what has come since may never be counted.
 *
 * The database holds what the store says of the parts, and has a row of each object before it is brought.
 */
export function openGrowingObjects(deps: GrowingDeps): GrowingObjects {
  const { db, objects, sources } = deps;
  const { openAt, putBlock, putTail } = partsOf(deps);

  async function appendPiece({
    name,
    at,
    content,
    onBytes,
    onDurable,
    signal,
  }: GrowingPiece): Promise<number> {
    const { growing, rest } = await openAt(name, at);
    const block = Buffer.allocUnsafeSlow(blockBytes);
    let filled = rest.copy(block);
    for await (const piece of untilItEnds(content, signal)) {
      onBytes?.(piece);
      for (let from = 0; from < piece.length; ) {
        const taken = piece.copy(block, filled, from);
        from += taken;
        filled += taken;
        if (filled < blockBytes) continue;
        await putBlock(growing, block);
        filled = 0;
        await putGrowing(db, name, growing);
        await onDurable?.(growing.etags.length * blockBytes);
      }
    }
    const size = growing.etags.length * blockBytes + filled;
    if (size === at && at > 0) return at;
    await putTail(name, growing, block.subarray(0, filled));
    await putGrowing(db, name, growing);
    return size;
  }

  async function complete(name: string): Promise<KeptObject> {
    const growing = await findGrowing(db, name);
    if (growing === undefined) throw new Error(`of ${name} nothing is there`);
    const { key, upload } = growing;
    if (growing.bytes !== null) return { key, bytes: growing.bytes, digests: growing.digests };
    const tail = growing.tails.at(-1);
    const rest = tail?.blocks === growing.etags.length ? tail : undefined;
    const bytes = growing.etags.length * blockBytes + (rest?.bytes ?? 0);
    if (rest !== undefined)
      await putBlock(growing, await buffer(objects.read(rest.key, { start: 0, end: rest.bytes - 1 })));
    if (growing.etags.length === 0) {
      await objects.removeUploads(key);
      await objects.putBytes(key, Buffer.alloc(0));
    } else await objects.completeUpload({ key, upload, etags: growing.etags, bytes });
    await noteArrived(db, key, { bytes, digests: growing.digests });
    await putGrowing(db, name, { ...growing, tails: [], bytes });
    await giveUpGrowing(db, { name, but: [key] });
    return { key, bytes, digests: growing.digests };
  }

  const append = (piece: GrowingPiece) => appendPiece(piece).catch(lostWhereMissing);
  const finish = (name: string) => complete(name).catch(lostWhereMissing);

  return {
    append,
    finish,
    async join(name, parts) {
      let at = 0;
      for (const part of parts) {
        const { key } = await finish(part.name);
        if (part.size === 0) continue;
        at = await append({ name, at, content: objects.read(key, { start: 0, end: part.size - 1 }) });
      }
      const whole = parts.reduce((sum, { size }) => sum + size, 0);
      if (at !== whole) throw new Error(`${name} was joined of ${at} bytes in place of ${whole}`);
    },
    withFile: async (name, work) => sources.whileServing(await finish(name), work),
    async contentOf(name, range) {
      const { key, bytes } = await finish(name);
      return objects.read(key, range ?? { start: 0, end: bytes - 1 });
    },
    requireRoom: deps.requireRoom,
    remove: (name) => deleteGrowing(db, name),
    names: () => growingNames(db),
  };
}

/** Parts are no objects yet: a copy of the bucket has none, and stores clear away those with which nobody goes on. */
function lostWhereMissing(error: unknown): never {
  if (!isMissing(error)) throw error;
  throw new StorageError('upload_lost', 'what had come of an upload is not in the store', { cause: error });
}

/** What comes, until it ends, breaks off, or is no longer wanted; it is not closed, as an answer may go the same way. */
function untilItEnds(content: Readable, signal: AbortSignal | undefined): PassThrough {
  const taken = new PassThrough();
  const end = () => {
    content.unpipe(taken);
    if (!taken.writableEnded) taken.end();
  };
  content.on('error', end).once('close', end);
  signal?.addEventListener('abort', end, { once: true });
  taken.once('close', () => {
    content.unpipe(taken).off('error', end).off('close', end);
    signal?.removeEventListener('abort', end);
  });
  if (signal?.aborted || content.destroyed) end();
  else content.pipe(taken);
  return taken;
}
