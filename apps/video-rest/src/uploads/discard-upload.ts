import { deleteUpload } from '../data/uploads.ts';
import type { UploadDeps } from './upload-deps.ts';

/** Ends an upload, which is held by whoever does it (`whileHolding`); a video that it became stays. */
export async function discardUpload(
  { db, storage }: Pick<UploadDeps, 'db' | 'storage'>,
  id: string,
): Promise<void> {
  await deleteUpload(db.prisma, id);
  await storage.growing.remove(id);
}
