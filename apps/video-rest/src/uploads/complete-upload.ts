import type { Queue } from '@campus/jobs';
import { VanishedError } from '@campus/rest';
import type { Transaction } from '../data/open-database.ts';
import { findReplaced, findUpload, findUploader, finishUpload, type StoredUpload } from '../data/uploads.ts';
import { isAmongOwners } from '../domain/ownership.ts';
import { MediaRefusal } from '../ffmpeg/media-refusal.ts';
import { createVideo, type VideoDescription } from '../videos/create-video.ts';
import { QuotaError } from '../videos/quotas.ts';
import { updateVideo } from '../videos/update-video.ts';
import { discardUpload } from './open-upload.ts';
import type { UploadDeps } from './upload-deps.ts';
import { UploadStop } from './upload-error.ts';
import { whileHolding } from './while-holding.ts';

/** Asks to make a video of an upload that has all its bytes, unless that is done. */
export const completionQueue: Queue<{ id: string }> = { name: 'complete-upload', expireInSeconds: 15 * 60 };

/**
 * Makes a video of an upload that has all its bytes and is described, or the new source of one, as if it had come
 * in one request. Asked again it gives the same video. What can never become one, by what it holds, is removed.
 *
 * @returns the id of the video
 * @throws UploadStop  `no_upload`, `taken_over`; MediaRefusal; VanishedError; BudgetSpentError; StorageError;
 *   MediaToolsError
 */
export function completeUpload(deps: UploadDeps, id: string): Promise<number> {
  const { db, storage, uploadLocks, figures } = deps;
  const complete = async () => {
    const upload = await findUpload(db.prisma, id);
    if (upload === null) throw new UploadStop('no_upload');
    if (upload.videoId !== null) return upload.videoId;
    try {
      const videoId = await makeVideo(deps, upload);
      figures.received(upload.size);
      for (const name of [id, ...upload.parts]) await storage.growing.remove(name);
      return videoId;
    } catch (error) {
      if (isFinal(error)) {
        await discardUpload(deps, id);
      }
      throw error;
    }
  };
  return whileHolding(uploadLocks, id, complete, { isPatient: true });
}

/** Completes in this process what is asked for. */
export function startCompleting(deps: UploadDeps): Promise<void> {
  return deps.jobs.work(completionQueue, 1, async ({ id }) => {
    try {
      await completeUpload(deps, id);
    } catch (error) {
      // A quota is for somebody to mend, who then asks again; so is a file that takes too much to examine.
      const isForSomebody = error instanceof QuotaError || error instanceof MediaRefusal;
      if (!isFinal(error) && !isForSomebody) throw error;
    }
  });
}

async function makeVideo(deps: UploadDeps, upload: StoredUpload): Promise<number> {
  const { id, userId, size, receivedBytes, values, replacesId } = upload;
  if (values === null || receivedBytes < size) throw new Error(`upload ${id} is not whole`);
  const account = await findUploader(deps.db.prisma, userId);
  if (!account?.isActive) throw new UploadStop('no_upload');
  const file = { grown: id, size };
  const alongside = async (tx: Transaction, videoId: number) => {
    if (!(await finishUpload(tx, { id, videoId }))) throw new UploadStop('no_upload');
  };
  if (replacesId === null) {
    // Its fields were judged when it was opened.
    const description = values as unknown as VideoDescription;
    return createVideo(deps, { description, file, callerId: userId, alongside });
  }
  const video = await findReplaced(deps.db.prisma, replacesId);
  // Whose right has ended since is told no more than a stranger.
  if (video === null || !isAmongOwners(video, account)) throw new UploadStop('no_upload');
  if (!(await updateVideo(deps, replacesId, { changes: values, file, callerId: userId, alongside })))
    throw new UploadStop('no_upload');
  return replacesId;
}

/** Whether trying again cannot help. */
function isFinal(error: unknown): boolean {
  const isGone = error instanceof UploadStop && error.code === 'no_upload';
  const isRefused = error instanceof MediaRefusal && error.isByContent;
  return isGone || isRefused || error instanceof VanishedError;
}
