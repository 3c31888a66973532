import { discardUpload } from './discard-upload.ts';
import type { UploadDeps } from './upload-deps.ts';
import { whileHolding } from './while-holding.ts';

/** Ends an upload, as soon as whoever works on it has let go; a video that it became stays. @throws UploadStop  `taken_over` */
export function removeUpload(
  deps: Pick<UploadDeps, 'db' | 'storage' | 'uploadLocks'>,
  id: string,
): Promise<void> {
  return whileHolding(deps.uploadLocks, id, () => discardUpload(deps, id));
}
