import { type Queryable, type Sql, sql } from '@campus/database';
import type { Condition, Row } from '@campus/rest';
import { publicConditions } from '../domain/who-may-watch.ts';
import { Select } from './select.ts';
import { detailsOfVideos, type VideoDetails } from './video-details.ts';

/** Few enough to hold, many enough that the way to the database does not count. */
const batchSize = 500;

/** Of the descriptions in one batch, which ends early with the one that reaches it. */
export const maxBatchBytes = 1024 * 1024;

const columns = [
  ...['id', 'slug', 'title', 'description', 'dateAdded', 'mainLang', 'mediaKind', 'tags', 'licence'],
  ...['owner.firstName', 'owner.lastName', 'type.titleEn', 'type.titleFr'],
];

/** Some public videos, and by their ids what is told of them beside their rows. */
interface Batch {
  rows: Row[];
  details: Map<number, Pick<VideoDetails, 'disciplines' | 'contributors'>>;
}

/**
 * All public videos that meet the conditions, newest first, some hundred at a time, or fewer where their descriptions are
 * long.
 *
 * Each batch begins where the last one ended (keyset), so that a slow reader holds neither a connection of the pool
 * nor a transaction. A video that is dated anew meanwhile may be missed or come twice.
 */
export async function* publicVideos(db: Queryable, conditions: readonly Condition[]): AsyncGenerator<Batch> {
  const ask = async (last: Row | undefined): Promise<Batch> =>
    withDetails(db, await batchAfter(last, conditions).rows(db));
  let next: Promise<Batch> | undefined = ask(undefined);
  while (next !== undefined) {
    const batch: Batch = await next;
    const { rows } = batch;
    const last = rows.at(-1);
    // The database looks for the next batch while this one is written.
    const isFull = rows.length === batchSize || Number(last?.$bytes) >= maxBatchBytes;
    next = isFull ? ask(last) : undefined;
    // Whoever stops here never asks what became of it.
    next?.catch(() => undefined);
    if (rows.length > 0) yield batch;
  }
}

/** Those videos that are public and meet the conditions, which few do, in no order. */
export async function findPublicVideosBy(db: Queryable, conditions: readonly Condition[]): Promise<Batch> {
  const select = new Select('videos');
  const head = select.columns(columns);
  const where = select.where([...publicConditions, ...conditions]);
  const rows = await sql<Row>`select ${head} from ${select.named}${select.joins()}${where}`.rows(db);
  return withDetails(db, rows);
}

async function withDetails(db: Queryable, rows: Row[]): Promise<Batch> {
  const ids = rows.map(({ id }) => Number(id));
  return { rows, details: await detailsOfVideos(db, ids, ['disciplines', 'contributors']) };
}

/** The statement of a batch; `$bytes` is the length of the descriptions up to that of the row. */
function batchAfter(last: Row | undefined, conditions: readonly Condition[]): Sql<Row> {
  const select = new Select('videos');
  const head = select.columns(columns);
  const where = select.where([...publicConditions, ...conditions]);
  const after = last && sql` and (t.date_added, t.id) < (${last.dateAdded}, ${last.id})`;
  const names = columns.map(sql.identifier);
  return sql<Row>`
    select ${sql.join(names, ', ')}, "$bytes" from (
      select *, sum("$own") over (order by "dateAdded" desc, id desc rows unbounded preceding) as "$bytes"
      from (select ${head}, ${select.bytes(columns)} as "$own"
            from ${select.named}${select.joins()}${where}${after ?? sql``}
            order by t.date_added desc, t.id desc limit ${sql.literal(batchSize)}) b
    ) w where "$bytes" - "$own" < ${sql.literal(maxBatchBytes)} order by "dateAdded" desc, id desc`;
}
