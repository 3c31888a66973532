/**
 * The objects of the bucket for media. The row of an object is written before the object, and goes after it: what is in
 * the bucket and is not kept by a row is told by the rows alone.
 */
import { type Sql, sql } from '@campus/database';
import type { FolderOwner } from './media-files.ts';
import type { Database, Transaction } from './open-database.ts';

type Pool = Pick<Database, 'pool'>;

/** What is known of the bytes of an object. */
export interface ObjectFacts {
  bytes: number;
  /** SHA-256 of each of its blocks, one after another. */
  digests: Buffer;
}

/** An object that is a file of a row. */
export interface KeptObject extends ObjectFacts {
  key: string;
}

/** The same, as it is found. */
interface FoundObject extends KeptObject {
  /** When it became a file of its row. */
  modifiedAt: Date;
}

/** Notes that this process is about to bring an object. */
export async function addArrivingObject(
  { pool }: Pool,
  { key, instance }: { key: string; instance: number },
): Promise<void> {
  await sql`insert into media_objects (key, instance) values (${key}, ${instance})`.run(pool);
}

/** Notes that an object is there. */
export async function noteArrived({ pool }: Pool, key: string, facts: ObjectFacts): Promise<void> {
  await sql`
    update media_objects set bytes = ${facts.bytes}, digests = ${facts.digests}, changed_at = now()
    where key = ${key}`.run(pool);
}

/** Makes an object that has arrived a file of a row; false when it was given up meanwhile. */
export async function keepObject(
  tx: Transaction,
  { key, instance }: { key: string; instance: number },
  place: FolderOwner & { file: string },
): Promise<boolean> {
  const count = await sql`
    update media_objects set ${keptAs(place)}
    where key = ${key} and instance = ${instance} and state = 'arriving'`.run(tx);
  return count === 1;
}

const keptAs = ({ table, id, file }: FolderOwner & { file: string }) => sql`
  state = 'kept', instance = null, owner_table = ${table}, owner_id = ${id}, file = ${file}, changed_at = now()`;

/** Makes what has grown a file of a row; false when it was given up meanwhile. */
export async function keepGrown(
  tx: Transaction,
  key: string,
  place: FolderOwner & { file: string },
): Promise<boolean> {
  const count = await sql`
    update media_objects set ${keptAs(place)} where key = ${key} and state = 'growing'`.run(tx);
  return count === 1;
}

/** The object that is this file of a row. */
export async function findKeptObject(
  { pool }: Pool,
  { table, id, file }: FolderOwner & { file: string },
): Promise<FoundObject | undefined> {
  const [row] = await sql<FoundObject>`
    select key, bytes::float8, digests, changed_at as modified_at from media_objects
    where ${isKeptOf({ table, id })} and file = ${file}`.rows(pool);
  return row;
}

/** That an object is a file of this row. */
export const isKeptOf = ({ table, id }: FolderOwner): Sql =>
  sql`owner_table = ${table} and owner_id = ${id} and state = 'kept'`;

/** Gives up the files of a row of which this holds. @returns the names of their objects */
export async function giveUpFiles(
  tx: Transaction,
  owner: FolderOwner,
  isStale: (file: string) => boolean,
): Promise<string[]> {
  const kept = await sql<{ key: string; file: string }>`
    select key, file from media_objects where ${isKeptOf(owner)}`.rows(tx);
  const keys = kept.filter(({ file }) => isStale(file)).map(({ key }) => key);
  if (keys.length > 0)
    await sql`update media_objects set state = 'stale', changed_at = now() where key = any(${keys}::text[])`.run(
      tx,
    );
  return keys;
}

/** Gives up what a process has brought and no row keeps: some of it, or all. */
export async function giveUpArriving(
  { pool }: Pool,
  { instance, keys }: { instance: number; keys?: readonly string[] },
): Promise<void> {
  await sql`
    update media_objects set state = 'stale', changed_at = now()
    where state = 'arriving' and instance = ${instance} and ${isAmong(keys)}`.run(pool);
}

const isAmong = (keys: readonly string[] | undefined) =>
  keys === undefined ? sql`true` : sql`key = any(${keys})`;

/** Which processes bring objects. */
export async function findBringers({ pool }: Pool): Promise<number[]> {
  const rows = await sql<{ instance: number }>`
    select distinct instance from media_objects where state = 'arriving'`.rows(pool);
  return rows.map(({ instance }) => instance);
}

/** An object that is to be removed. */
export interface StaleObject {
  key: string;
  /** Whether it never was a file of a row: a part of it, or all, may still be on its way to the bucket. */
  mayArrive: boolean;
}

/** What is to be removed, at most so many: of this row, of these objects, or of all. */
export async function findStaleObjects(
  { pool }: Pool,
  { owner, keys, most }: { owner?: FolderOwner; keys?: readonly string[]; most: number },
): Promise<StaleObject[]> {
  return sql<StaleObject>`
    select key, instance is not null as may_arrive from media_objects
    where state = 'stale' and ${
      owner === undefined
        ? sql`true`
        : sql`
      owner_table = ${owner.table} and owner_id = ${owner.id}`
    }
      and ${isAmong(keys)}
    order by instance nulls first, changed_at limit ${most}`.rows(pool);
}

/** Forgets objects that are removed; those that may still arrive only when that can no longer be. */
export async function forgetRemoved(
  { pool }: Pool,
  { keys, mayArriveForSeconds }: { keys: readonly string[]; mayArriveForSeconds: number },
): Promise<void> {
  await sql`
    delete from media_objects where state = 'stale' and key = any(${keys})
    and (instance is null or changed_at < now() - make_interval(secs => ${mayArriveForSeconds}))`.run(pool);
}

/** Whether anything is in the bucket, as far as the database knows. */
export async function hasKeptObjects({ pool }: Pool): Promise<boolean> {
  const rows = await sql`select 1 from media_objects where state = 'kept' limit 1`.rows(pool);
  return rows.length > 0;
}
