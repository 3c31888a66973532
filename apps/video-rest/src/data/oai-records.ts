import { type Queryable, type Sql, sql } from '@campus/database';
import type { Database } from './open-database.ts';

/** What harvesters are told of a video that everybody may watch, or could. */
export interface OaiRecord {
  videoId: number;
  /** When it changed last; null: it is being changed at this moment. */
  datestamp: Date | null;
  deleted: boolean;
  /** What it is in, and what that is in: `channel`, `channel:7`. */
  sets: string[];
  /** Of the texts of its video that may be long. */
  bytes: number;
}

/** Which records are harvested. */
export interface OaiRange {
  /** Those whose datestamp is not before, and before; null: there is no such bound. */
  from: Date | null;
  until: Date | null;
  set: string | null;
}

/** A record in the order of harvests: by datestamp and id. */
export interface OaiPlace {
  datestamp: Date;
  videoId: number;
}

/** So many records are given a datestamp for one request. */
export const sealedAtOnce = 5_000;

/**
 * Gives what has changed its datestamp, and says up to which instant: whatever is not there to be harvested now will have
 * a later one, also what a transaction has changed already that is not over.
 *
 * `hasMore`: too much has changed for one request, and what is there is not all. Waits two seconds at most for
 * whoever does the same, or changes the same records.
 */
export async function sealOaiRecords({
  pool,
}: Pick<Database, 'pool'>): Promise<{ at: Date; hasMore: boolean }> {
  const sealed = await sql<{ at: Date; hasMore: boolean }>`
    select at, has_more from seal_oai_records(${sql.literal(sealedAtOnce)})`.row(pool);
  if (sealed === null) throw new Error('a function that gives one row gave none');
  return sealed;
}

/** SQLSTATE lock_not_available: somebody else was in the way for too long. */
export const lockNotAvailable = '55P03';

/** Some records of a range in the order of harvests, those after a place. */
export function findOaiRecords(
  db: Queryable,
  { after, limit, ...range }: OaiRange & { after: OaiPlace | null; limit: number },
): Promise<OaiRecord[]> {
  const place =
    after && sql`(r.datestamp, r.video_id) > (${after.datestamp}::timestamptz, ${after.videoId}::int)`;
  const conditions = place ? [place, ...within({ ...range, from: null })] : within(range);
  return sql<OaiRecord>`
    ${records} where ${sql.all(conditions)}
    order by r.datestamp, r.video_id limit ${sql.literal(limit)}`.rows(db, { isPrepared: false });
}

/** How many records a range has. */
export async function countOaiRecords(db: Queryable, range: OaiRange): Promise<number> {
  const conditions = within(range);
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from oai_records r where ${sql.all(conditions)}`.row(db, {
    isPrepared: false,
  });
  return counted?.count ?? 0;
}

/** The record of a video; null: it was never there to be harvested. */
export function findOaiRecord(db: Queryable, videoId: number): Promise<OaiRecord | null> {
  return sql<OaiRecord>`${records} where r.video_id = ${videoId}`.row(db);
}

/** The first datestamp that there is, or that there will be. */
export async function earliestDatestamp(db: Queryable): Promise<Date> {
  const earliest = await sql<{ at: Date }>`select coalesce(min(datestamp), now()) as at from oai_records`.row(
    db,
  );
  return earliest?.at ?? new Date(0);
}

const records = sql`
  select r.video_id, r.datestamp, r.deleted, r.sets, coalesce(octet_length(v.description), 0) as bytes
  from oai_records r left join videos v on v.id = r.video_id and not r.deleted`;

function within({ from, until, set }: OaiRange): Sql[] {
  return [
    sql`r.datestamp is not null`,
    ...(from === null ? [] : [sql`r.datestamp >= ${from}::timestamptz`]),
    ...(until === null ? [] : [sql`r.datestamp < ${until}::timestamptz`]),
    ...(set === null ? [] : [sql`r.sets @> array[${set}]::text[]`]),
  ];
}
