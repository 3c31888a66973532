/** Tracks that the encoder makes of the subtitles in a source. */
import { addKeptRow, folderOfVideos, nextKeptId } from './kept-files.ts';
import type { Transaction } from './open-database.ts';

/** A track to be made. */
export interface EmbeddedTrack {
  videoId: number;
  kind: 'subtitles' | 'captions';
  /** ISO 639-1. */
  lang: string;
  /** What its file is called. */
  name: string;
}

/** Whether the subtitles of this source are tracks already, or the video has another source by now. */
export async function haveTracksBeenTaken(
  db: Transaction,
  { videoId, sourceFile }: { videoId: number; sourceFile: string },
): Promise<boolean> {
  const video = await db.video.findUnique({
    where: { id: videoId },
    select: { sourceFile: true, tracksOfSource: true },
  });
  return video === null || video.sourceFile !== sourceFile || video.tracksOfSource === sourceFile;
}

/** Notes that they are, and makes other changes of the video wait; null: they were, or it has another source. */
export async function noteTracksTaken(
  tx: Transaction,
  { videoId, sourceFile }: { videoId: number; sourceFile: string },
): Promise<{ ownerId: number; mainLang: string } | null> {
  const [video = null] = await tx.video.updateManyAndReturn({
    where: {
      id: videoId,
      sourceFile,
      OR: [{ tracksOfSource: null }, { tracksOfSource: { not: sourceFile } }],
    },
    data: { tracksOfSource: sourceFile },
    select: { ownerId: true, mainLang: true },
  });
  return video;
}

/**
 * Removes the tracks of a video that were taken out of a source before this one, as nobody has changed them since.
 *
 * @returns the ids of the files that are gone with them: nothing else shows them
 */
export async function removeTracksOfFormerSources(
  tx: Transaction,
  { videoId, sourceFile }: { videoId: number; sourceFile: string },
): Promise<number[]> {
  const former = await tx.track.findMany({
    where: { videoId, src: { takenFrom: { not: sourceFile } } },
    select: { id: true, srcId: true },
  });
  if (former.length === 0) return [];
  await tx.track.deleteMany({ where: { id: { in: former.map(({ id }) => id) } } });
  const unused = { tracks: { none: {} }, documents: { none: {} }, enrichments: { none: {} } };
  const ids = former.flatMap(({ srcId }) => srcId ?? []);
  const gone = await tx.keptFile.findMany({ where: { id: { in: ids }, ...unused }, select: { id: true } });
  await tx.keptFile.deleteMany({ where: { id: { in: gone.map(({ id }) => id) } } });
  return gone.map(({ id }) => id);
}

/** Whether a video has a track of this kind in this language. */
export async function isTrackThere(
  tx: Transaction,
  { videoId, kind, lang }: Pick<EmbeddedTrack, 'videoId' | 'kind' | 'lang'>,
): Promise<boolean> {
  return (await tx.track.findFirst({ where: { videoId, kind, lang }, select: { id: true } })) !== null;
}

/**
 * Adds a track with its file, which its owner finds in their folder of videos.
 *
 * @param track.store  takes the file to its place, and gives its name there
 */
export async function addEmbeddedTrack(
  tx: Transaction,
  {
    ownerId,
    sourceFile,
    name,
    store,
    ...track
  }: EmbeddedTrack & {
    ownerId: number;
    sourceFile: string;
    store: (tx: Transaction, fileId: number) => Promise<string>;
  },
): Promise<void> {
  const folder = await tx.folder.upsert({
    where: { ownerId_name: { ownerId, name: folderOfVideos } },
    create: { ownerId, name: folderOfVideos },
    update: {},
    select: { id: true },
  });
  const id = await nextKeptId(tx, 'files');
  const storedFile = await store(tx, id);
  await addKeptRow(tx, 'files', { id, name, folderId: folder.id, createdById: ownerId, storedFile });
  await tx.keptFile.update({ where: { id }, data: { takenFrom: sourceFile }, select: { id: true } });
  await tx.track.create({ data: { ...track, srcId: id }, select: { id: true } });
}
