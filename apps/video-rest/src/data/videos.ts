import type { Prisma } from '../../generated/client.ts';
import { refuseConflicts } from './conflicts.ts';
import type { Transaction } from './open-database.ts';

/** Days are texts, `YYYY-MM-DD`. */
type Day = { dateEvt?: string | null };
export type NewVideo = Omit<Prisma.VideoUncheckedCreateInput, 'dateEvt'> & Day;
export type VideoChanges = Omit<Prisma.VideoUncheckedUpdateManyInput, 'dateEvt'> & Day;

/** The id of the next video; it is used up even when none is added. */
export async function nextVideoId(tx: Transaction): Promise<number> {
  const [row] = await tx.$queryRaw<{ id: number }[]>`select nextval('videos_id_seq')::int as id`;
  return Number(row?.id);
}

/** @throws VanishedError  its type or its owner is not there any more */
export async function addVideo(tx: Transaction, video: NewVideo): Promise<void> {
  await refuseConflicts(() => tx.video.create({ data: withDate(video), select: { id: true } }));
}

/** Changes a video; false when there is none with this id. @throws VanishedError */
export async function updateVideo(tx: Transaction, id: number, changes: VideoChanges): Promise<boolean> {
  const { count } = await refuseConflicts(() =>
    tx.video.updateMany({ where: { id }, data: withDate(changes) }),
  );
  return count === 1;
}

/** Removes a video with all its encodings; false when there is none with this id. */
export async function deleteVideo(tx: Transaction, id: number): Promise<boolean> {
  return (await tx.video.deleteMany({ where: { id } })).count === 1;
}

/** Makes other changes of this video wait until the transaction ends; false when there is none with this id. */
export async function lockVideo(tx: Transaction, id: number): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`select 1 from videos where id = ${id} for update`;
  return rows.length > 0;
}

/** Prisma wants a day as its first instant in UTC. */
function withDate<Values extends Day>({ dateEvt, ...rest }: Values) {
  if (dateEvt === undefined) return rest;
  return { ...rest, dateEvt: dateEvt === null ? null : new Date(dateEvt) };
}
