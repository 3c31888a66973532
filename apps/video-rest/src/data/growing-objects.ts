/** What has come of uploads in pieces to the bucket for media. One process at a time changes what there is of a name. */
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
  const { rows } = await pool.query<Omit<GrowingObject, 'bytes'> & { bytes: string | null }>(
    'select key, upload, etags, digests, tails, bytes from growing_objects where name = $1',
    [name],
  );
  const [row] = rows;
  return row && { ...row, bytes: row.bytes === null ? null : Number(row.bytes) };
}

/** Writes what there is of a name now. */
export async function putGrowing({ pool }: Pool, name: string, growing: GrowingObject): Promise<void> {
  const { key, upload, etags, digests, tails, bytes } = growing;
  await pool.query(
    `insert into growing_objects (name, key, upload, etags, digests, tails, bytes) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (name) do update set key = excluded.key, upload = excluded.upload, etags = excluded.etags,
       digests = excluded.digests, tails = excluded.tails, bytes = excluded.bytes`,
    [name, key, upload, etags, digests, JSON.stringify(tails), bytes],
  );
}

/** Forgets a name, and gives up the objects that it has and no row keeps. */
export async function deleteGrowing(db: Pool, name: string): Promise<void> {
  await giveUpGrowing(db, { name });
  await db.pool.query('delete from growing_objects where name = $1', [name]);
}

export async function growingNames({ pool }: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>('select name from growing_objects');
  return rows.map(({ name }) => name);
}

/** Notes that an object of this name is about to be brought. */
export async function addGrowingObject(
  { pool }: Pool,
  { key, name, instance }: { key: string; name: string; instance: number },
): Promise<void> {
  await pool.query("insert into media_objects (key, state, file, instance) values ($1, 'growing', $2, $3)", [
    key,
    name,
    instance,
  ]);
}

/** Gives up objects of a name: all but some. */
export async function giveUpGrowing(
  { pool }: Pool,
  { name, but = [] }: { name: string; but?: readonly string[] },
): Promise<void> {
  await pool.query(
    `update media_objects set state = 'stale', changed_at = now()
     where state = 'growing' and file = $1 and key <> all($2)`,
    [name, but],
  );
}
