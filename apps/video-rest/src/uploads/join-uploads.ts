import { findUpload, type StoredUpload } from '../data/uploads.ts';
import { noteBytes } from './append-to-upload.ts';
import { discardUpload } from './discard-upload.ts';
import { openUpload, uploadLimits } from './open-upload.ts';
import type { UploadDeps } from './upload-deps.ts';
import { UploadStop } from './upload-error.ts';
import { whileHolding } from './while-holding.ts';

/**
 * The uploads that somebody has sent as parts of one, in this order.
 *
 * @throws UploadStop  `no_upload`, `part_not_whole`, `too_many_parts`
 */
export async function partsOfUpload(
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

/**
 * Makes an upload of others that are whole, one behind the other. They stay until it has become a video, so that one
 * who was cut off can ask for the same again.
 *
 * @throws as `openUpload`; StorageError
 */
export async function joinUploads(
  deps: UploadDeps,
  {
    parts,
    ...described
  }: { parts: readonly StoredUpload[] } & Pick<StoredUpload, 'userId' | 'metadata' | 'values' | 'replacesId'>,
): Promise<StoredUpload> {
  const size = parts.reduce((sum, part) => sum + part.size, 0);
  const upload = await openUpload(deps, { ...described, size, parts: parts.map(({ id }) => id) });
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
  return upload;
}
