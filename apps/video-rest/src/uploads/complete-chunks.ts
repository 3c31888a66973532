import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { describeUpload, type StoredUpload } from '../data/uploads.ts';
import { firstTypeId } from '../data/videos.ts';
import { completeUpload } from './complete-upload.ts';
import { removeUpload } from './remove-upload.ts';
import { ownUpload } from './take-chunk.ts';
import type { UploadDeps } from './upload-deps.ts';
import { UploadStop } from './upload-error.ts';
import { whileHolding } from './while-holding.ts';

/** As a column holds. */
const maxTitleLength = 250;

/**
 * Makes of an upload whose parts have all come a draft that is named after its file and encoded at once, or the source
 * of a video. Asked again it gives the same video.
 *
 * @param request.md5         of the whole file, lower-case hexadecimal
 * @param request.replacesId  the video whose source it becomes, which is the user's to change; null: a new one
 * @returns the id of the video
 * @throws UploadStop  `no_upload`, `other_offset` when bytes are missing, `wrong_md5`, `no_type`; what `completeUpload`
 *   throws
 */
export async function completeChunks(
  deps: UploadDeps,
  request: { id: string; userId: number; md5: string; replacesId: number | null },
): Promise<number> {
  const { id, userId, md5, replacesId } = request;
  const upload = await ownUpload(deps, { id, userId });
  if (upload.videoId !== null) return upload.videoId;
  if (upload.receivedBytes < upload.size)
    throw new UploadStop('other_offset', { offset: upload.receivedBytes });
  const sum = await deps.probes.run(String(userId), () =>
    whileHolding(deps.uploadLocks, id, () => md5Of(deps, upload)),
  );
  if (sum !== md5) {
    await removeUpload(deps, id);
    throw new UploadStop('wrong_md5');
  }
  const values = replacesId === null ? await draftOf(deps, upload) : { encode: true };
  await whileHolding(deps.uploadLocks, id, () => describeUpload(deps.db.prisma, id, { values, replacesId }));
  return completeUpload(deps, id);
}

async function draftOf({ db }: Pick<UploadDeps, 'db'>, { userId, metadata }: StoredUpload) {
  const typeId = await firstTypeId(db.prisma);
  if (typeId === undefined) throw new UploadStop('no_type');
  const [, name = ''] = metadata.split(' ');
  const title = Buffer.from(name, 'base64').toString().trim() || 'video';
  return {
    title: [...title].slice(0, maxTitleLength).join(''),
    ...{ ownerId: userId, typeId, isDraft: true, encode: true },
  };
}

async function md5Of({ storage }: Pick<UploadDeps, 'storage'>, { id }: StoredUpload): Promise<string> {
  const hash = createHash('md5');
  await pipeline(await storage.growing.contentOf(id), hash);
  return hash.digest('hex');
}
