import { dayIn } from '@campus/pages';
import { slugWithId } from '@campus/rest';
import type { Transaction } from '../data/open-database.ts';
import { addVideo, type NewVideo, nextVideoId } from '../data/videos.ts';
import { codecsIn } from '../ffmpeg/probe-result.ts';
import { askForRunOfUpload } from './ask-for-run.ts';
import { bringSource, examineSource } from './new-source.ts';
import { requireWithinQuota } from './quotas.ts';
import type { UploadedFile, VideoDeps } from './video-deps.ts';

/** What its owner says of a new video. */
export type VideoDescription = Omit<
  NewVideo,
  'id' | 'slug' | 'sourceFile' | 'sourceBytes' | 'sourceCodecs' | 'mediaKind' | 'durationSeconds' | 'mainLang'
> & {
  mainLang?: string;
  /** Whether it is encoded at once; absent: as configured. */
  encode?: boolean;
  /** That it has had before, elsewhere; absent: the next, and one that is made. */
  id?: number;
  slug?: string;
};

interface NewVideoFile {
  description: VideoDescription;
  file: UploadedFile;
  /** Whose turns at examining files are taken. */
  callerId: number;
  /** What else is to happen in the same transaction. */
  alongside?: ((tx: Transaction, videoId: number) => Promise<void>) | undefined;
}

/**
 * Adds a video with its source, and a run of the encoder where that is asked for. All appear together or not at all.
 *
 * @returns the id
 * @throws MediaRefusal  the file is no video or audio that we take; BudgetSpentError  too many are examined; QuotaError; StorageError
 */
export async function createVideo(
  deps: VideoDeps,
  { description, file, callerId, alongside }: NewVideoFile,
): Promise<number> {
  const { db, storage, quotas, now, timeZone, language } = deps;
  const { encode = deps.encodeOnUpload, id: keptId, slug, ...columns } = description;
  const facts = await examineSource(deps, { file, callerId });
  const { kind, durationSeconds, extension } = facts;
  const today = dayIn(now(), timeZone);
  return storage.place(async (place) => {
    const source = await bringSource(place, { file, extension });
    return db.prisma.$transaction(async (tx) => {
      const id = await nextVideoId(tx, keptId);
      const sourceFile = await source.into(tx, id);
      await addVideo(tx, {
        mainLang: language,
        dateEvt: today,
        ...columns,
        id,
        slug: slug ?? videoSlug(id, description.title),
        mediaKind: kind,
        durationSeconds,
        sourceFile,
        sourceBytes: file.size,
        sourceCodecs: codecsIn(facts),
      });
      // An upload that it comes of counts no more.
      await alongside?.(tx, id);
      await requireWithinQuota(tx, quotas, { ownerId: description.ownerId, bytes: file.size, videos: 1 });
      if (encode) await askForRunOfUpload(tx, deps, id);
      return id;
    });
  });
}

/** The slug of a video: its id with at least four digits, and its first title, `0042-linear-algebra`. */
export function videoSlug(id: number, title: string): string {
  return slugWithId(id, title, 4);
}
