import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { describeUpload, type StoredUpload } from '../data/uploads.ts';
import { firstTypeId } from '../data/videos.ts';
import { inMediaFolder } from '../storage/storage-error.ts';
import { completeUpload } from './complete-upload.ts';
import { discardUpload } from './open-upload.ts';
import { ownUpload } from './take-chunk.ts';
import type { UploadDeps } from './upload-deps.ts';
import { UploadStop } from './upload-error.ts';
import { whileHolding } from './while-holding.ts';

/** As a column holds. */
const maxTitleLength = 250;

interface CompletionRequest {
  id: string;
  userId: number;
  /** Of the whole file, lower-case hexadecimal. */
  md5: string;
  /** The video whose source it becomes, which is the user's to change; null: a new one. */
  replacesId: number | null;
}

/**
 * Makes of an upload whose parts have all come a draft that is named after its file and encoded at once, or the source
 * of a video. Asked again it gives the same video.
 *
 * @returns the id of the video
 * @throws UploadStop  `no_upload`, `other_offset` when bytes are missing, `wrong_md5`, `no_type`; what `completeUpload`
 *   throws
 */
export async function completeChunks(deps: UploadDeps, request: CompletionRequest): Promise<number> {
  const { id, userId } = request;
  // Nobody holds one who has no right to it.
  await ownUpload(deps, { id, userId });
  const videoId = await whileHolding(deps.uploadLocks, id, () => describe(deps, request), {
    isPatient: true,
  });
  return videoId ?? completeUpload(deps, id);
}

/** Says what the upload becomes, once it is what its sender has. @returns the video that it is already; null: none yet */
async function describe(
  deps: UploadDeps,
  { id, userId, md5, replacesId }: CompletionRequest,
): Promise<number | null> {
  const upload = await ownUpload(deps, { id, userId });
  if (upload.videoId !== null) return upload.videoId;
  if (upload.receivedBytes < upload.size)
    throw new UploadStop('other_offset', { offset: upload.receivedBytes });
  // A turn is waited for by whoever holds the upload, never the other way round: each would wait for the other.
  if ((await deps.probes.run(String(userId), () => md5Of(deps, upload))) !== md5) {
    await discardUpload(deps, id);
    throw new UploadStop('wrong_md5');
  }
  const values = replacesId === null ? await draftOf(deps, upload) : { encode: true };
  await describeUpload(deps.db.prisma, id, { values, replacesId });
  return null;
}

async function draftOf({ db }: Pick<UploadDeps, 'db'>, { userId, metadata }: StoredUpload) {
  const typeId = await firstTypeId(db.prisma);
  if (typeId === undefined) throw new UploadStop('no_type');
  const [, name = ''] = metadata.split(' ');
  const title =
    Buffer.from(name, 'base64')
      .toString()
      .replace(/\p{Cc}+/gu, '')
      .trim() || 'video';
  return {
    title: [...title].slice(0, maxTitleLength).join(''),
    ...{ ownerId: userId, typeId, isDraft: true, encode: true },
  };
}

async function md5Of({ storage }: Pick<UploadDeps, 'storage'>, { id }: StoredUpload): Promise<string> {
  const hash = createHash('md5');
  await inMediaFolder(async () => pipeline(await storage.growing.contentOf(id), hash));
  return hash.digest('hex');
}
