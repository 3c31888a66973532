import { type Queryable, sql } from '@campus/database';
import type { Prisma } from '../../generated/client.ts';
import { tables } from '../../generated/tables.ts';
import { refuseConflicts } from './conflicts.ts';
import { apart, type LinkedIds, writeLinks } from './links.ts';
import type { Transaction } from './open-database.ts';
import { nextId, passOverId } from './row-ids.ts';

/** Days are texts, `YYYY-MM-DD`. */
type Day = { dateEvt?: string | null };
type LinkedVideo = LinkedIds<'videos'>;
export type NewVideo = Omit<Prisma.VideoUncheckedCreateInput, 'dateEvt' | keyof LinkedVideo> &
  Day &
  LinkedVideo;
export type VideoChanges = Omit<Prisma.VideoUncheckedUpdateManyInput, 'dateEvt'> & Day & LinkedVideo;

/** The id of the next video; it is used up even when none is added. One that a video is to keep is passed over. */
export async function nextVideoId(tx: Transaction, kept?: number): Promise<number> {
  if (kept === undefined) return nextId(tx, 'videos');
  await passOverId(tx, 'videos', kept);
  return kept;
}

/** @throws VanishedError  its type, its owner or something it is linked to is not there any more */
export async function addVideo(tx: Transaction, { id, ...video }: NewVideo & { id: number }): Promise<void> {
  const { values, links } = apart(tables.videos, withDate(video));
  await refuseConflicts(async () => {
    await tx.video.create({ data: { id, ...values }, select: { id: true } });
    await writeLinks(tx, { id, links });
  });
}

/** Changes a video, in a transaction; false when there is none with this id. @throws VanishedError */
export async function updateVideo(tx: Transaction, id: number, changes: VideoChanges): Promise<boolean> {
  const { values, links } = apart(tables.videos, withDate(changes));
  return refuseConflicts(async () => {
    const isThere =
      Object.keys(values).length === 0
        ? await lockVideo(tx, id)
        : (await tx.video.updateMany({ where: { id }, data: values })).count === 1;
    if (isThere) await writeLinks(tx, { id, links });
    return isThere;
  });
}

/** The type that a video has when nobody names one: the first; undefined when there is none. */
export async function firstTypeId(tx: Transaction): Promise<number | undefined> {
  return (await sql<{ id: number }>`select id from video_types order by id limit 1`.row(tx))?.id;
}

/** Removes a video with all its encodings; false when there is none with this id. */
export async function deleteVideo(tx: Transaction, id: number): Promise<boolean> {
  return (await tx.video.deleteMany({ where: { id } })).count === 1;
}

/** Makes other changes of this video wait until the transaction ends; false when there is none with this id. */
export async function lockVideo(tx: Transaction, id: number): Promise<boolean> {
  const rows = await sql`select 1 from videos where id = ${id} for update`.rows(tx);
  return rows.length > 0;
}

/** What plays of a video, which other changes wait for; undefined when there is none with this id. */
export async function lockedPlays(tx: Transaction, id: number): Promise<string | undefined> {
  return (await sql<{ plays: string }>`select plays from videos where id = ${id} for update`.row(tx))?.plays;
}

/** How much its owner is charged for the source of a video, in bytes; undefined when there is none with this id. */
export async function chargedFor(
  tx: Queryable,
  id: number,
): Promise<{ ownerId: number; bytes: number } | undefined> {
  const [row] = await sql<{ ownerId: number; bytes: number }>`
    select owner_id, coalesce(source_bytes, 0)::float8 as bytes from videos where id = ${id}`.rows(tx);
  return row;
}

/** Prisma wants a day as its first instant in UTC. */
function withDate<Values extends Day>({ dateEvt, ...rest }: Values) {
  if (dateEvt === undefined) return rest;
  return { ...rest, dateEvt: dateEvt === null ? null : new Date(dateEvt) };
}
