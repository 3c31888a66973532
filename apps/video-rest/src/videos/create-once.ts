import { createHash, createHmac } from 'node:crypto';
import { type CreationKey, findCreation, forgetCreations, noteCreation } from '../data/creation-keys.ts';
import { createVideo, type VideoDescription } from './create-video.ts';
import type { UploadedFile, VideoDeps } from './video-deps.ts';
import { VideoError } from './video-error.ts';

/** A request that makes a video, and may come again. */
interface Repeatable {
  /** What its caller calls it. */
  key: string;
  callerId: number;
  /** All that it says of the video, as it was sent. */
  asked: object;
  description: VideoDescription;
  file: UploadedFile & { size: number; sha256: string | undefined };
}

/** Something was made under the key meanwhile. */
class MadeMeanwhile extends Error {}

/**
 * Makes a video of a request, once in 24 hours: repeated it gives the same one, also when both come at once, or the
 * process was killed after it had made it. The key commits with the video.
 *
 * @throws VideoError  the key was used for something else; what `createVideo` throws
 */
export async function createOnce(deps: VideoDeps, request: Repeatable): Promise<number> {
  const { db, now } = deps;
  const { key, callerId, description, file } = request;
  const named = nameOf({ callerId, key });
  const fingerprint = fingerprintOf(request);
  await forgetCreations(db.prisma, now());
  const before = await madeBefore(deps, named, fingerprint);
  if (before !== undefined) return before;
  try {
    return await createVideo(deps, {
      description,
      file,
      callerId,
      async alongside(tx, videoId) {
        if (!(await noteCreation(tx, { ...named, fingerprint, videoId, createdAt: now() })))
          throw new MadeMeanwhile();
      },
    });
  } catch (error) {
    // Whatever has kept this one from being made, such as that the other one took the last room.
    const meanwhile = await madeBefore(deps, named, fingerprint);
    if (meanwhile === undefined) throw error;
    return meanwhile;
  }
}

/** Whether a video was made under this key, as far as it is remembered. */
export async function isMade(
  { db }: Pick<VideoDeps, 'db'>,
  request: { callerId: number; key: string },
): Promise<boolean> {
  return (await findCreation(db.prisma, nameOf(request))) !== null;
}

/** @throws VideoError */
async function madeBefore(
  { db }: Pick<VideoDeps, 'db'>,
  named: CreationKey,
  fingerprint: string,
): Promise<number | undefined> {
  const made = await findCreation(db.prisma, named);
  if (made === null) return undefined;
  if (made.fingerprint !== fingerprint) throw new VideoError('key_reused');
  return made.videoId;
}

function nameOf({ callerId, key }: { callerId: number; key: string }): CreationKey {
  return { userId: callerId, keyHash: createHash('sha256').update(key).digest('hex') };
}

/** With the key, which is not kept: what is asked may hold a password. */
function fingerprintOf({ key, asked, file }: Repeatable): string {
  const { size, sha256 } = file;
  return createHmac('sha256', key)
    .update(JSON.stringify([asked, size, sha256]))
    .digest('hex');
}
