import { deleteUpload } from '../data/uploads.ts';
import type { UploadDeps } from './upload-deps.ts';
import { whileHolding } from './while-holding.ts';

/** Ends an upload; a video that it became stays. @throws UploadStop  `taken_over` */
export function removeUpload(
  { db, storage, uploadLocks }: Pick<UploadDeps, 'db' | 'storage' | 'uploadLocks'>,
  id: string,
): Promise<void> {
  return whileHolding(uploadLocks, id, async () => {
    await deleteUpload(db.prisma, id);
    await storage.growing.remove(id);
  });
}
