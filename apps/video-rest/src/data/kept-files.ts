/** What people keep in folders: files and images, in a table each, alike but for the name. */
import { type Queryable, sql } from '@campus/database';
import type { Prisma } from '../../generated/client.ts';
import { refuseConflicts } from './conflicts.ts';
import type { Database, Transaction } from './open-database.ts';

/** Where files go that belong to videos and that nobody has put elsewhere: a folder of their owner, made where it is not there. */
export async function folderOfVideos(db: Queryable, ownerId: number): Promise<number> {
  const folder = await sql<{ id: number }>`
    insert into folders (name, owner_id) values ('Videos', ${ownerId})
    on conflict (owner_id, name) do update set name = excluded.name returning id`.one(db);
  return folder.id;
}

export type KeptTable = 'files' | 'images';

/** What is said of what somebody keeps. */
export type KeptColumns = Pick<Prisma.KeptFileUncheckedCreateInput, 'name' | 'folderId' | 'createdById'>;

/** With the name of its file in the folder of the row. */
type KeptRow = KeptColumns & { id: number; storedFile: string };

/** What is asked of the model of either table. */
interface KeptModel {
  create(args: { data: KeptRow; select: { id: true } }): Promise<unknown>;
  updateMany(args: { where: { id: number }; data: Partial<KeptRow> }): Promise<{ count: number }>;
  findUnique(args: {
    where: { id: number };
    select: { storedFile: true };
  }): Promise<{ storedFile: string } | null>;
}

function modelOf(tx: Transaction, table: KeptTable): KeptModel {
  return table === 'files' ? tx.keptFile : tx.image;
}

/** Which row of which table. */
export interface KeptKey {
  table: KeptTable;
  id: number;
}

/** @throws VanishedError  its folder, or who has made it, is not there any more */
export async function addKeptRow(tx: Transaction, table: KeptTable, row: KeptRow): Promise<void> {
  await refuseConflicts(() => modelOf(tx, table).create({ data: row, select: { id: true } }));
}

/** Changes a row; false when there is none with this id. @throws VanishedError */
export async function changeKeptRow(
  tx: Transaction,
  { table, id }: KeptKey,
  changes: Partial<Omit<KeptRow, 'id'>>,
): Promise<boolean> {
  const { count } = await refuseConflicts(() =>
    modelOf(tx, table).updateMany({ where: { id }, data: changes }),
  );
  return count === 1;
}

/** Locks a row, and says whether it has this file. */
export async function holdsStill(
  tx: Transaction,
  { table, id }: KeptKey,
  storedFile: string,
): Promise<boolean> {
  const held = sql`select 1 from ${sql.identifier(table)}
    where id = ${id} and stored_file = ${storedFile} for update`;
  return (await held.row(tx)) !== null;
}

/** Notes that what is in a row was sent by somebody: the encoder does not remove it any more. */
export async function noteSent(tx: Transaction, { table, id }: KeptKey): Promise<void> {
  if (table === 'files') await tx.keptFile.updateMany({ where: { id }, data: { takenFrom: null } });
}

/** The name of the file of a row, as it was sent; null when there is no such row. */
export async function findStoredFile(tx: Transaction, { table, id }: KeptKey): Promise<string | null> {
  const row = await modelOf(tx, table).findUnique({ where: { id }, select: { storedFile: true } });
  return row?.storedFile ?? null;
}

/** Whether a track of a video shows a file. */
export async function isTrack(tx: Transaction, fileId: number): Promise<boolean> {
  return (await sql`select 1 from tracks where src_id = ${fileId} limit 1`.row(tx)) !== null;
}

/** Lets a track show another file; false when it does not show the one that it is said to. */
export async function showInstead(
  { pool }: Pick<Database, 'pool'>,
  { trackId, from, to }: { trackId: number; from: number; to: number },
): Promise<boolean> {
  const shown = sql`update tracks set src_id = ${to} where id = ${trackId} and src_id = ${from} returning id`;
  return (await refuseConflicts(() => shown.row(pool))) !== null;
}
