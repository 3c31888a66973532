import { cancelActiveEncoding } from '../data/encodings.ts';
import { lockVideo, updateVideo as updateRow, type VideoChanges } from '../data/videos.ts';
import { probe } from '../ffmpeg/probe.ts';
import { tidyQueue } from './tidy-videos.ts';
import type { UploadedFile, VideoDeps } from './video-deps.ts';

/**
 * Changes a video; false when it has vanished. A new source takes the place of the old one in the same
 * transaction and ends a run of the encoder; what is on air stays until the next one is whole.
 *
 * @throws MediaRefusal  the file is no video or audio that we take; BudgetSpentError  too many are examined; StorageError
 */
export async function updateVideo(
  deps: VideoDeps,
  videoId: number,
  { changes, file, callerId }: { changes: VideoChanges; file: UploadedFile | undefined; callerId: number },
): Promise<boolean> {
  const { db, jobs, storage, tools, probes, now } = deps;
  const isEmpty = Object.keys(changes).length === 0;
  if (file === undefined) return isEmpty || db.prisma.$transaction((tx) => updateRow(tx, videoId, changes));
  const { kind, durationSeconds, extension } = await probes.run(String(callerId), () =>
    probe(tools, file.path),
  );
  return storage.place(async (place) => {
    const source = await place.source({ temporaryFile: file.path, extension });
    return db.prisma.$transaction(async (tx) => {
      if (!(await lockVideo(tx, videoId))) return false;
      const sourceFile = await source.into(tx, videoId);
      await cancelActiveEncoding(tx, videoId, now());
      await jobs.send(tx, tidyQueue, { videoId });
      return updateRow(tx, videoId, { ...changes, mediaKind: kind, durationSeconds, sourceFile });
    });
  });
}
