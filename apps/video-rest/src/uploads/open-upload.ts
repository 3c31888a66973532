import { BudgetSpentError, fileTooLarge } from '@campus/service';
import { addUpload, lockUploadUsage, type NewUpload, type StoredUpload } from '../data/uploads.ts';
import { randomName } from '../storage/layout.ts';
import type { UploadDeps } from './upload-deps.ts';
import { uploadLimits } from './upload-limits.ts';

/** When an upload ends of which nothing more comes. */
export function expiryOf({ now }: Pick<UploadDeps, 'now'>): Date {
  return new Date(now().getTime() + uploadLimits.expiresAfterMs);
}

/**
 * Begins an upload in pieces: nothing of it is there yet.
 *
 * @throws UploadError  `too_large`; BudgetSpentError  too many are under way; StorageError  `too_little_space`, those
 *   under way being counted as if they were there
 */
export async function openUpload(
  deps: UploadDeps,
  upload: Omit<NewUpload, 'id' | 'expiresAt'>,
): Promise<StoredUpload> {
  const { db, storage, maxUploadBytes } = deps;
  const { userId, size } = upload;
  if (size > maxUploadBytes) throw fileTooLarge({ name: 'video', maxBytes: maxUploadBytes });
  return db.prisma.$transaction(async (tx) => {
    const { own, all } = await lockUploadUsage(tx, userId);
    const ownBytes = uploadLimits.largestOfOne * maxUploadBytes;
    if (own.count >= uploadLimits.ofOne || own.bytes + size > ownBytes)
      throw new BudgetSpentError('caller', { retryAfterSeconds: 60 });
    if (all.count >= uploadLimits.ofAll) throw new BudgetSpentError('all', { retryAfterSeconds: 60 });
    await storage.growing.requireRoom(size + all.missingBytes);
    return addUpload(tx, { ...upload, id: randomName(), expiresAt: expiryOf(deps) });
  });
}
