import type { Requester } from '@campus/database';
import type { Condition, Row } from '@campus/rest';
import { publicConditions } from '../videos/who-may-watch.ts';
import type { Database } from './open-database.ts';
import { Select } from './select.ts';

/** Few enough to hold, many enough that the way to the database does not count. */
const batchSize = 500;

/** Of the descriptions in one batch, which ends early with the one that reaches it. */
export const maxBatchBytes = 1024 * 1024;

const columns = [
  ...['id', 'slug', 'title', 'description', 'dateAdded', 'mainLang', 'mediaKind', 'tags', 'licence'],
  ...['owner.firstName', 'owner.lastName', 'type.titleEn', 'type.titleFr'],
];

/**
 * All public videos that meet the conditions, newest first, some hundred at a time, or fewer where their descriptions are
 * long.
 *
 * Each batch begins where the last one ended (keyset), so that a slow reader holds neither a connection of the pool
 * nor a transaction. A video that is dated anew meanwhile may be missed or come twice.
 */
export async function* publicVideos(
  { lookups }: Pick<Database, 'lookups'>,
  requester: Requester,
  conditions: readonly Condition[],
): AsyncGenerator<Row[]> {
  const ask = async (last: Row | undefined): Promise<Row[]> => {
    const select = new Select('videos');
    const head = select.columns(columns);
    const where = select.where([...publicConditions, ...conditions]);
    const after =
      last === undefined
        ? ''
        : ` and (t.date_added, t.id) < (${select.value(last.dateAdded)}, ${select.value(last.id)})`;
    const bytes = select.bytes(columns);
    const { rows } = await lookups.withClient(requester, (client) =>
      client.query<Row>(
        `select * from (
         select *, sum("$own") over so_far - "$own" as "$before", count(*) over () as "$found"
         from (select ${head}, ${bytes} as "$own" from videos t${select.joins()}${where}${after}
               order by t.date_added desc, t.id desc limit ${batchSize}) b
         window so_far as (order by "dateAdded" desc, id desc rows unbounded preceding)
       ) w where "$before" < ${maxBatchBytes} order by "dateAdded" desc, id desc`,
        select.values,
      ),
    );
    return rows;
  };
  let next: Promise<Row[]> | undefined = ask(undefined);
  while (next !== undefined) {
    const rows: Row[] = await next;
    // The database looks for the next batch while this one is written.
    const found = Number(rows[0]?.$found ?? 0);
    next = found === batchSize || rows.length < found ? ask(rows.at(-1)) : undefined;
    // Whoever stops here never asks what became of it.
    next?.catch(() => undefined);
    if (rows.length > 0) yield rows;
  }
}
