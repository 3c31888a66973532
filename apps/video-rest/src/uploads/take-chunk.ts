import { finished, type Readable, Transform, type TransformCallback } from 'node:stream';
import { findUpload, type StoredUpload } from '../data/uploads.ts';
import { appendToUpload } from './append-to-upload.ts';
import { discardUpload, expiryOf, openUpload } from './open-upload.ts';
import type { UploadDeps } from './upload-deps.ts';
import { UploadStop } from './upload-error.ts';
import { whileHolding } from './while-holding.ts';

/** Where the bytes of a request stand in the file, as `Content-Range` says: `end` is the last one. */
export interface ByteRange {
  start: number;
  end: number;
  size: number;
}

interface Chunk {
  userId: number;
  /** Undefined: it is the first of a new upload. */
  uploadId: string | undefined;
  range: ByteRange;
  /** Of the file, as its sender has it. */
  fileName: string;
  content: Readable;
}

/**
 * Adds a part of a file to its upload, which begins with the first. A part that has come before, whole or up to some
 * byte, changes nothing there.
 *
 * @throws UploadStop  `no_upload`, `other_offset` when parts before it are missing, `other_range`, `taken_over`; what
 *   `openUpload` throws; StorageError
 */
export async function takeChunk(
  deps: UploadDeps,
  { userId, uploadId, range, fileName, content }: Chunk,
): Promise<{ id: string; offset: number; expiresAt: Date }> {
  const { size, end } = range;
  const metadata = `filename ${Buffer.from(fileName).toString('base64')}`;
  // Nobody holds one who has no right to it.
  const { id } =
    uploadId === undefined
      ? await openUpload(deps, { userId, size, metadata })
      : await ownUpload(deps, { id: uploadId, userId });
  try {
    await addChunk(deps, { id, userId, range, content });
  } catch (error) {
    // Its client does not know of it, and will begin another one.
    if (uploadId === undefined) await whileHolding(deps.uploadLocks, id, () => discardUpload(deps, id));
    throw error;
  }
  return { id, offset: end + 1, expiresAt: expiryOf(deps) };
}

function addChunk(
  deps: UploadDeps,
  { id, userId, range, content }: Pick<Chunk, 'userId' | 'range' | 'content'> & { id: string },
): Promise<void> {
  const { start, end, size } = range;
  return whileHolding(deps.uploadLocks, id, async (signal) => {
    const upload = await ownUpload(deps, { id, userId });
    if (upload.size !== size) throw new UploadStop('other_range');
    if (start > upload.receivedBytes) throw new UploadStop('other_offset', { offset: upload.receivedBytes });
    const missing = new Missing(upload.receivedBytes - start);
    // Whoever takes it begins to listen later, and looks then whether it has broken off.
    missing.on('error', () => undefined);
    // `finished` also tells of content that had broken off before, while the upload was opened; no event would.
    finished(content, { writable: false }, (error) => {
      if (error) missing.destroy(error);
    });
    content.pipe(missing);
    if (upload.receivedBytes <= end) await appendToUpload(deps, upload, { content: missing, signal });
    else for await (const _ of missing);
    if (signal.aborted) throw new UploadStop('taken_over');
    if (missing.came !== end + 1 - start) throw new UploadStop('other_range');
  });
}

/** An upload of this user. @throws UploadStop  `no_upload` */
export async function ownUpload(
  { db }: Pick<UploadDeps, 'db'>,
  { id, userId }: { id: string; userId: number },
): Promise<StoredUpload> {
  const upload = /^[0-9a-f]{32}$/.test(id) ? await findUpload(db.prisma, id) : null;
  if (upload === null || upload.userId !== userId) throw new UploadStop('no_upload');
  return upload;
}

/** Lets through what is not there yet. */
class Missing extends Transform {
  came = 0;
  private readonly known: number;

  constructor(known: number) {
    super();
    this.known = known;
  }

  override _transform(bytes: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const skipped = Math.min(bytes.length, Math.max(0, this.known - this.came));
    this.came += bytes.length;
    done(null, skipped < bytes.length ? bytes.subarray(skipped) : undefined);
  }
}
