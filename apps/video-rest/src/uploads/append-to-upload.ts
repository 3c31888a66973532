import type { Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { noteReceived, type StoredUpload } from '../data/uploads.ts';
import { completionQueue } from './complete-upload.ts';
import { expiryOf } from './open-upload.ts';
import type { UploadDeps } from './upload-deps.ts';
import { UploadStop } from './upload-error.ts';

/** What a client says that the bytes of its request come to. */
export interface Checksum {
  hash: Hash;
  digest: Buffer;
}

/** After this long whoever has sent the last byte has completed the upload, or never will. */
const completedLaterMs = 30_000;

/**
 * Adds what comes to an upload, while it is held (`whileHolding`). What has come is noted now and then, and counts even
 * when the rest never comes. With a checksum all of a request counts, or nothing.
 *
 * @returns how many bytes are there now
 * @throws UploadStop  `too_many_bytes`, `wrong_checksum`, `cut_off`, `taken_over`; StorageError; what `beforeWhole` throws
 */
export async function appendToUpload(
  deps: Pick<UploadDeps, 'db' | 'jobs' | 'storage' | 'now'>,
  upload: Pick<StoredUpload, 'id' | 'size' | 'receivedBytes' | 'values'>,
  piece: {
    content: Readable;
    signal?: AbortSignal;
    checksum?: Checksum | undefined;
    /** Asked before the last bytes count: what it throws keeps them from it. */
    beforeWhole?: () => Promise<void>;
  },
): Promise<number> {
  const { storage } = deps;
  const { id, size, receivedBytes: at } = upload;
  const { content, checksum } = piece;
  const tooMuch = new AbortController();
  let came = at;
  const onBytes = (bytes: Buffer) => {
    came += bytes.length;
    checksum?.hash.update(bytes);
    if (came > size) tooMuch.abort();
  };
  let noted = at;
  const note = async (to: number) => {
    if (came > size || to === noted) return;
    if (to === size) await piece.beforeWhole?.();
    await noteBytes(deps, upload, { from: noted, to });
    noted = to;
    await storage.growing.requireRoom(0);
  };
  const signal = AbortSignal.any([tooMuch.signal, ...(piece.signal === undefined ? [] : [piece.signal])]);
  const onDurable = checksum === undefined ? { onDurable: note } : {};
  // What is whole may be a video already, and its bytes no longer here.
  const isWhole = at === size && size > 0;
  const durable = isWhole
    ? await expectEnd(content, { at, onBytes, signal })
    : await storage.growing.append({ name: id, at, content, onBytes, signal, ...onDurable });
  if (came > size) throw new UploadStop('too_many_bytes', { size });
  if (checksum !== undefined) {
    if (!content.readableEnded) throw new UploadStop('cut_off');
    if (!checksum.hash.digest().equals(checksum.digest)) throw new UploadStop('wrong_checksum');
  }
  await note(durable);
  return durable;
}

/** Looks what comes where nothing is missing, until it is over, breaks off or is no longer wanted. */
async function expectEnd(
  content: Readable,
  { at, onBytes, signal }: { at: number; onBytes: (bytes: Buffer) => void; signal: AbortSignal },
): Promise<number> {
  // Like one that adds bytes it leaves the request open, so that there can be an answer.
  const pieces = content.iterator({ destroyOnReturn: false });
  try {
    for await (const bytes of pieces) {
      onBytes(bytes);
      if (signal.aborted) break;
    }
  } catch {
    // Nothing was to come of it.
  }
  return at;
}

/**
 * Notes how many bytes count now. With the last of them goes the job that completes the upload, should whoever has
 * sent them not do it.
 *
 * @throws UploadStop  `taken_over`: others have been noted
 */
export async function noteBytes(
  { db, jobs, now }: Pick<UploadDeps, 'db' | 'jobs' | 'now'>,
  { id, size, values }: Pick<StoredUpload, 'id' | 'size' | 'values'>,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const change = { id, from, to, expiresAt: expiryOf({ now }) };
  const isNoted = await db.prisma.$transaction(async (tx) => {
    if (to === size && values !== null)
      await jobs.send(tx, completionQueue, { id }, { startAfter: new Date(Date.now() + completedLaterMs) });
    return noteReceived(tx, change);
  });
  if (!isNoted) throw new UploadStop('taken_over');
}
