/** What has come of uploads in pieces to the bucket for media. One process at a time changes what there is of a name. */
import { sql } from '@campus/database';
import type { Database } from './open-database.ts';

type Pool = Pick<Database, 'pool'>;

/** An object with what is behind whole blocks. */
interface Tail {
  key: string;
  /** How many blocks are before it. */
  blocks: number;
  bytes: number;
}

/** A multipart upload that goes on from request to request, and its tail. */
export interface GrowingObject {
  key: string;
  /** The store's name of the upload. */
  upload: string;
  /** What the store says of each part: a block. */
  etags: string[];
  /** SHA-256 of each of them. */
  digests: Buffer;
  tails: Tail[];
  /** How long the object is; null: the upload is not completed. */
  bytes: number | null;
}

export async function findGrowing({ pool }: Pool, name: string): Promise<GrowingObject | undefined> {
  const [row] = await sql<Omit<GrowingObject, 'bytes'> & { bytes: string | null }>`
    select key, upload, etags, digests, tails, bytes from growing_objects where name = ${name}`.rows(pool);
  return row && { ...row, bytes: row.bytes === null ? null : Number(row.bytes) };
}

/** Writes what there is of a name now. */
export async function putGrowing({ pool }: Pool, name: string, growing: GrowingObject): Promise<void> {
  const { key, upload, etags, digests, tails, bytes } = growing;
  await sql`
    insert into growing_objects (name, key, upload, etags, digests, tails, bytes)
    values (${name}, ${key}, ${upload}, ${etags}, ${digests}, ${JSON.stringify(tails)}, ${bytes})
    on conflict (name) do update set key = excluded.key, upload = excluded.upload, etags = excluded.etags,
      digests = excluded.digests, tails = excluded.tails, bytes = excluded.bytes`.run(pool);
}

/** Forgets a name, and gives up the objects that it has and no row keeps. */
export async function deleteGrowing(db: Pool, name: string): Promise<void> {
  await giveUpGrowing(db, { name });
  await sql`delete from growing_objects where name = ${name}`.run(db.pool);
}

export async function growingNames({ pool }: Pool): Promise<string[]> {
  const rows = await sql<{ name: string }>`select name from growing_objects`.rows(pool);
  return rows.map(({ name }) => name);
}

/** Notes that an object of this name is about to be brought. */
export async function addGrowingObject(
  { pool }: Pool,
  { key, name, instance }: { key: string; name: string; instance: number },
): Promise<void> {
  await sql`
    insert into media_objects (key, state, file, instance)
    values (${key}, 'growing', ${name}, ${instance})`.run(pool);
}

/** Gives up objects of a name: all but some. */
export async function giveUpGrowing(
  { pool }: Pool,
  { name, but = [] }: { name: string; but?: readonly string[] },
): Promise<void> {
  await sql`
    update media_objects set state = 'stale', changed_at = now()
    where state = 'growing' and file = ${name} and key <> all(${but})`.run(pool);
}
