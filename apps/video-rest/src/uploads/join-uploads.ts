import { hash } from 'node:crypto';
import { findJoined, findUpload, type StoredUpload } from '../data/uploads.ts';
import { noteBytes } from './append-to-upload.ts';
import { discardUpload, openUpload, uploadLimits } from './open-upload.ts';
import type { UploadDeps } from './upload-deps.ts';
import { UploadStop } from './upload-error.ts';
import { whileHolding } from './while-holding.ts';

/** Uploads to be joined, by their ids in their order. */
interface Joining extends Pick<StoredUpload, 'userId' | 'metadata'> {
  ids: readonly string[];
  /** Says what becomes of so many bytes. */
  describe(size: number): Promise<Pick<StoredUpload, 'values' | 'replacesId'>>;
}

/**
 * Makes an upload of others that are whole, one behind the other. They stay until it has become a video, so that one
 * who was cut off can ask for the same again, and is given what was made the first time; whoever does so while it is
 * made waits for it.
 *
 * @throws UploadStop  `no_upload`, `part_not_whole`, `too_many_parts`, `taken_over`; as `openUpload`; StorageError; what
 *   `describe` throws
 */
export function joinUploads(deps: UploadDeps, joining: Joining): Promise<StoredUpload> {
  const { ids, userId, metadata } = joining;
  const lock = hash('sha256', [userId, ...ids].join(' '));
  const find = () => findJoined(deps.db.prisma, { userId, parts: [...ids], metadata });
  return whileHolding(deps.uploadLocks, lock, async () => (await find()) ?? join(deps, joining), {
    isPatient: true,
  });
}

async function join(deps: UploadDeps, { ids, userId, metadata, describe }: Joining): Promise<StoredUpload> {
  const parts = await partsOfUpload(deps, { ids, userId });
  const size = parts.reduce((sum, part) => sum + part.size, 0);
  const described = await describe(size);
  const upload = await openUpload(deps, { ...described, userId, metadata, size, parts: [...ids] });
  const { id } = upload;
  await whileHolding(deps.uploadLocks, id, async () => {
    try {
      await deps.storage.growing.join(
        id,
        parts.map((part) => ({ name: part.id, size: part.size })),
      );
      await noteBytes(deps, upload, { from: 0, to: size });
    } catch (error) {
      await discardUpload(deps, id);
      throw error;
    }
  });
  return { ...upload, receivedBytes: size };
}

/** The uploads that somebody has sent as parts of one, in this order. */
async function partsOfUpload(
  { db }: Pick<UploadDeps, 'db'>,
  { ids, userId }: { ids: readonly string[]; userId: number },
): Promise<StoredUpload[]> {
  if (ids.length > uploadLimits.parts) throw new UploadStop('too_many_parts', { most: uploadLimits.parts });
  const parts: StoredUpload[] = [];
  for (const id of ids) {
    const part = await findUpload(db.prisma, id);
    if (part === null || !part.isPart || part.userId !== userId) throw new UploadStop('no_upload');
    if (part.receivedBytes < part.size) throw new UploadStop('part_not_whole');
    parts.push(part);
  }
  return parts;
}
