/** Tracks that the encoder makes of the subtitles in a source. */
import { sql } from '@campus/database';
import { addKeptRow, folderOfVideos } from './kept-files.ts';
import type { Transaction } from './open-database.ts';
import { nextId } from './row-ids.ts';

/** A track to be made. */
export interface EmbeddedTrack {
  videoId: number;
  kind: 'subtitles' | 'captions';
  /** ISO 639-1. */
  lang: string;
  /** What its file is called. */
  name: string;
}

/** The source that a video has, or had. */
export interface VideoSource {
  videoId: number;
  sourceFile: string;
}

/** Whether the subtitles of this source are tracks already, or the video has another source by now. */
export async function haveTracksBeenTaken(
  db: Transaction,
  { videoId, sourceFile }: VideoSource,
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
  { videoId, sourceFile }: VideoSource,
): Promise<{ ownerId: number; mainLang: string } | null> {
  return sql<{ ownerId: number; mainLang: string }>`
    update videos set tracks_of_source = ${sourceFile}
    where id = ${videoId} and source_file = ${sourceFile} and tracks_of_source is distinct from ${sourceFile}
    returning owner_id, main_lang`.row(tx);
}

/**
 * Removes the tracks of a video that were taken out of a source before this one, as nobody has changed them since.
 *
 * @returns the ids of the files that are gone with them: nothing else shows them
 */
export async function removeTracksOfFormerSources(
  tx: Transaction,
  { videoId, sourceFile }: VideoSource,
): Promise<number[]> {
  const former = await sql<{ id: number }>`
    delete from tracks t using files f
    where t.video_id = ${videoId} and f.id = t.src_id and f.taken_from <> ${sourceFile} returning f.id`.rows(
    tx,
  );
  const gone = await sql<{ id: number }>`
    delete from files f where id = any(${former.map(({ id }) => id)}::int[])
      and not exists (select from tracks where src_id = f.id)
      and not exists (select from documents where document_id = f.id)
      and not exists (select from enrichments where document_id = f.id) returning id`.rows(tx);
  return gone.map(({ id }) => id);
}

/** Whether a video has a track of this kind in this language. */
export async function isTrackThere(
  tx: Transaction,
  { videoId, kind, lang }: Pick<EmbeddedTrack, 'videoId' | 'kind' | 'lang'>,
): Promise<boolean> {
  const track = await sql`
    select 1 from tracks where video_id = ${videoId} and kind = ${kind} and lang = ${lang}`.row(tx);
  return track !== null;
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
  const folderId = await folderOfVideos(tx, ownerId);
  const id = await nextId(tx, 'files');
  const storedFile = await store(tx, id);
  await addKeptRow(tx, 'files', { id, name, folderId, createdById: ownerId, storedFile });
  await tx.keptFile.update({ where: { id }, data: { takenFrom: sourceFile }, select: { id: true } });
  await tx.track.create({ data: { ...track, srcId: id }, select: { id: true } });
}
