import { type PipelinedTransaction, type Queryable, snakeCase, sql } from '@campus/database';
import type { Place } from '@campus/feed';
import { accessGroupsOf } from './access-groups.ts';
import type { Database } from './open-database.ts';
import { tables } from './tables.ts';

/** What may become of an object; of videos alone that they were encoded, or that this has failed. */
export const changeKinds = ['changed', 'created', 'encoded', 'failed', 'deleted'] as const;

export type ChangeKind = (typeof changeKinds)[number];

/** What became of an object in a transaction, as triggers have noted it. */
export interface StoredChange {
  place: Place;
  at: Date;
  kind: ChangeKind;
  tableName: string;
  objectId: number;
  /** The video that it is a part of. */
  wholeId: number | null;
  /** Those that have changed, as records name them. */
  columns: string[];
  /** Who saw it until then, see `seesAs`; null: that has not changed. */
  seenBy: number[] | null;
}

/**
 * Changes that are kept: so many, and so long. Of those that are not, the newest stays: whoever has read as far has missed
 * nothing.
 */
export const keptChanges = { most: 1_000_000, days: 30 };

/** So many are given their place, or forgotten, in one transaction. */
const atOnce = 5_000;

/** SQLSTATE lock_not_available. */
const lockNotAvailable = '55P03';

/** Before the first change. */
export const beginning: Place = { position: 0, hash: '0'.repeat(16) };

/** By which a place is told from that of a database that was put back, where others have their places since. */
const hash = sql`left(md5(concat_ws(' ', id, extract(epoch from at), transaction)), 16)`;

/** Those that are kept too long. */
const isOld = sql`at < now() - ${sql.literal(`${keptChanges.days} days`)}::interval`;

/** Whether a batch was given up since others place changes for longer than one had patience. */
export function isLeftToOthers(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === lockNotAvailable;
}

/** Whether there are changes to be given a place, or to be forgotten: cheap enough to be asked all the time. */
export async function hasToPlace(db: Queryable): Promise<boolean> {
  const row = await sql<{ isDue: boolean }>`
    select exists (select from changes where position is null) or coalesce((
      select ${isOld} from changes where position is not null order by position offset 1 limit 1), false) as is_due`.row(
    db,
  );
  return row?.isDue ?? false;
}

/** Gives some changes that are committed their places, and forgets some that are not kept; whether there may be more. */
export async function placeBatch(
  tx: PipelinedTransaction,
  { patienceMs }: { patienceMs: number },
): Promise<boolean> {
  tx.send(sql`set local lock_timeout = ${sql.literal(patienceMs)}`);
  tx.send(sql`select pg_advisory_xact_lock(hashtextextended('changes', 0))`);
  const placed = await sql`
    update changes c set position = newest.position + due.nth
    from
      (select coalesce(max(position), 0) as position from changes) newest,
      (select id, row_number() over (order by id) as nth from changes where position is null order by id limit ${atOnce}) due
    where c.id = due.id`.run(tx);
  const forgotten = await sql`
    delete from changes where position < (
      select max(position) from (
        select position, at from changes where position is not null order by position limit ${atOnce}) oldest
      where ${isOld} or position <= (select max(position) from changes) - ${keptChanges.most}::bigint)`.run(
    tx,
  );
  return placed === atOnce || forgotten === atOnce - 1;
}

/** The place of the newest change that has one. */
export async function findNewestPlace(db: Queryable): Promise<Place> {
  const place = await sql<Place>`
    select position::float8 as position, ${hash} as hash from changes
    where position is not null order by changes.position desc limit 1`.row(db);
  return place ?? beginning;
}

/** The place that a cursor tells of; `forgotten`: what came after it is not kept any more; null: there is none such. */
export async function findPlaceOf(
  db: Queryable,
  { position, hash: known }: Place,
): Promise<Place | 'forgotten' | null> {
  const row = await sql<{ hash: string | null; first: number | null }>`
    select
      (select ${hash} from changes where position = ${position}::bigint) as hash,
      (select min(position)::float8 from changes) as first`.row(db);
  const first = row?.first ?? 1;
  const found = position === beginning.position && first === 1 ? beginning.hash : row?.hash;
  if (found?.startsWith(known) === true) return { position, hash: known };
  return found === undefined || found === null ? (position < first ? 'forgotten' : null) : null;
}

/** What comes after a place, in the order of the feed. */
export function findChanges(
  db: Queryable,
  { after, most }: { after: number; most: number },
): Promise<StoredChange[]> {
  return readChanges(db, sql`where position > ${after}::bigint order by position limit ${most}`);
}

/** So many changes are passed over at once by those who want others. */
const passedOver = 20_000;

/**
 * Those of some kinds, such as `videos.encoded` with the name of the table, that come soon after a position.
 *
 * @returns up to where there are no others
 */
export async function findChangesOf(
  db: Queryable,
  { after, kinds, most }: { after: number; kinds: readonly string[]; most: number },
): Promise<{ stored: StoredChange[]; upTo: number }> {
  const row = await sql<{ upTo: number | null }>`
    select max(position)::float8 as up_to from (
      select position from changes where position > ${after}::bigint order by position limit ${passedOver}) c`.row(
    db,
  );
  const end = row?.upTo ?? after;
  const stored = await readChanges(
    db,
    sql`where position > ${after}::bigint and position <= ${end}::bigint
      and table_name || '.' || kind = any(${[...kinds]}) order by position limit ${most}`,
  );
  const last = stored.length === most ? stored.at(-1)?.place.position : undefined;
  return { stored, upTo: last ?? end };
}

async function readChanges(db: Queryable, which: ReturnType<typeof sql>): Promise<StoredChange[]> {
  const rows = await sql<Omit<StoredChange, 'columns'> & { fields: string[] }>`
    select json_build_object('position', position, 'hash', ${hash}) as place, at, kind, table_name, object_id, whole_id,
      fields, seen_by
    from changes ${which}`.rows(db);
  return rows.map(({ fields, ...change }) => ({ ...change, columns: columnsOf(change.tableName, fields) }));
}

/** Columns of a table, and relations by the tables between, as records name them. */
function columnsOf(tableName: string, fields: readonly string[]): string[] {
  const { columns = [], links = {} } = tables[tableName] ?? {};
  return [
    ...columns.filter((column) => fields.includes(snakeCase(column))),
    ...Object.keys(links).filter((name) => fields.includes(links[name]?.table ?? '')),
  ];
}

/** As whom "seen_by" knows an account: itself, its access groups by their ids below 0, and 0 as all accounts are. */
export async function findSeesAs(
  db: Pick<Database, 'pool'>,
  accountId: number,
): Promise<ReadonlySet<number>> {
  return new Set([0, accountId, ...(await accessGroupsOf(db, accountId)).map((id) => -id)]);
}
