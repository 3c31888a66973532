import { commandLine, personAt } from '@campus/accounts';
import { type Queryable, type Sql, snakeCase, sql } from '@campus/database';
import type { ExchangeStore, ReadRows, Row, Writing } from '@campus/rest';
import { refuseConflicts } from './conflicts.ts';
import { apart, writeLinks } from './links.ts';
import { pickRows } from './list-rows.ts';
import type { Database } from './open-database.ts';
import { nextIds, passOverId } from './row-ids.ts';
import { shapeOf } from './row-shape.ts';
import { Select } from './select.ts';
import { change, numberedIn, own } from './table-store.ts';
import { type Table, tables } from './tables.ts';
import { settleCharges } from './usage.ts';

/** Rows that are read at a time, and the most bytes of their long texts. */
const rowsAtATime = 250;
const bytesAtATime = 1024 * 1024;

/** Of so many bytes as many fit; one with more is read once it is known how many it has. */
const longRow = Math.floor(bytesAtATime / rowsAtATime);

/** Rows that are made of texts at a time: what lives for long is looked through late, and memory grows until then. */
const parsedAtATime = 50;

/**
 * What is asked of the database when many objects leave, or come, at once.
 *
 * @param options.check      refuses what a transaction has written as a whole
 * @param options.alongside  what else is written with it
 */
export function exchangeStore(
  { pool }: Pick<Database, 'pool'>,
  {
    check,
    alongside,
  }: {
    check(tx: Queryable): Promise<void>;
    alongside?: ((tx: Queryable) => Promise<void>) | undefined;
  },
): ExchangeStore {
  async function inTransaction<Result>(
    begin: Sql,
    work: (client: Queryable) => Promise<Result>,
  ): Promise<Result> {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      await begin.run(client);
      const result = await work(client);
      await sql`commit`.run(client);
      return result;
    } catch (error) {
      await sql`rollback`.run(client).catch((failure: Error) => {
        broken = failure;
      });
      throw error;
    } finally {
      client.release(broken);
    }
  }
  return {
    holds: (name, column) => {
      const { columns, links } = tableNamed(name);
      return columns.includes(column) || links[column] !== undefined;
    },
    snapshot: (read) =>
      inTransaction(sql`begin isolation level repeatable read read only`, async (client) => {
        const rows = rowsOf(client);
        try {
          return await read(rows.read);
        } finally {
          await rows.end();
        }
      }),
    write: (by, work) =>
      inTransaction(sql`begin`, async (client) => {
        const { name, address } = by.scheme === 'program' ? commandLine() : personAt(by, by.address);
        await sql`
          select set_config('campus.actor', ${name}, true), set_config('campus.address', ${address ?? ''}, true),
            set_config('campus.charges', '{}', true)`.run(client);
        const result = await work(writingIn(client, check));
        await check(client);
        await settleCharges(client);
        await alongside?.(client);
        return result;
      }),
  };
}

function tableNamed(name: string): Table {
  const table = tables[name];
  if (table === undefined) throw new Error(`there is no table ${name}`);
  return table;
}

/** Rows of one transaction: whoever has stopped reading in the middle may not have left yet when it ends. */
function rowsOf(client: Queryable): { read: ReadRows; end(): Promise<void> } {
  const begun: AsyncGenerator<readonly Row[]>[] = [];
  let hasEnded = false;
  return {
    read: (query) => {
      if (hasEnded) throw new Error('the transaction of these rows has ended');
      const rows = rowsIn(client, query);
      begun.push(rows);
      return rows;
    },
    async end() {
      hasEnded = true;
      await Promise.allSettled(begun.map((rows) => rows.return(undefined)));
    },
  };
}

async function* rowsIn(
  client: Queryable,
  { table, columns, conditions }: Parameters<ReadRows>[0],
): AsyncGenerator<readonly Row[]> {
  const select = new Select(table);
  const { record, rowOf } = shapeOf(select, columns);
  const bytes = select.bytes(columns) ?? sql`0`;
  const from = sql`from ${select.named}${select.joins()}`;
  const cursor = sql.identifier(`rows_of_${table}`);
  await sql`
    declare ${cursor} no scroll cursor for
    select t.id, ${bytes} as bytes, case when ${bytes} <= ${sql.literal(longRow)} then ${record}::text end as record
    ${from}${select.where(conditions)} order by t.id`.rows(client, { isPrepared: false });
  const fetch = () =>
    sql<Recorded>`fetch ${sql.literal(rowsAtATime)} from ${cursor}`.rows(client, { isPrepared: false });
  const whole = async (some: Recorded[]) => {
    const ids = some.flatMap((one) => (one.record === null ? one.id : []));
    if (ids.length === 0) return some;
    const long = await sql<Recorded>`
      select t.id, ${record}::text as record ${from} where t.id = any(${ids})`.rows(client, {
      isPrepared: false,
    });
    const records = new Map(long.map((one) => [one.id, one.record]));
    return some.map((one) => ({ ...one, record: one.record ?? records.get(one.id) ?? null }));
  };
  // Taken out, since the promises through which they have come hold them until V8 looks through its old objects.
  for await (const records of readAhead(recordsIn(fetch, whole)))
    while (records.length > 0)
      yield records.splice(0, parsedAtATime).map((one) => rowOf(JSON.parse(String(one.record))));
  await sql`close ${cursor}`.run(client);
}

interface Recorded {
  id: number;
  /** Of its long texts. */
  bytes: number;
  /** JSON, as `shapeOf` reads it; null: it is long, and read by itself. */
  record: string | null;
}

/** What a cursor gives, as much at a time as memory has room for. */
async function* recordsIn(
  fetch: () => Promise<Recorded[]>,
  whole: (some: Recorded[]) => Promise<Recorded[]>,
): AsyncGenerator<Recorded[]> {
  for (;;) {
    const found = await fetch();
    let [some, bytes]: [Recorded[], number] = [[], 0];
    for (const one of found) {
      if (some.length > 0 && bytes + one.bytes > bytesAtATime) {
        yield await whole(some);
        [some, bytes] = [[], 0];
      }
      some.push(one);
      bytes += one.bytes;
    }
    if (some.length > 0) yield await whole(some);
    if (found.length < rowsAtATime) return;
  }
}

/** The same, each read while the one before it is written. */
async function* readAhead<Value>(values: AsyncGenerator<Value>): AsyncGenerator<Value> {
  const read = () => {
    const next = values.next();
    // Whoever waits for it is told; until then nobody does.
    next.catch(() => {});
    return next;
  };
  let next = read();
  try {
    for (let found = await next; !found.done; found = await next) {
      next = read();
      yield found.value;
    }
  } finally {
    // Nothing is asked of the connection any more when its transaction ends.
    await next.catch(() => {});
  }
}

function writingIn(client: Queryable, check: (tx: Queryable) => Promise<void>): Writing {
  let parts = 0;
  return {
    transaction: client,
    check: () => check(client),
    async match(name, sets) {
      const [first] = sets;
      if (first === undefined) return [];
      const named = sql.identifier(name);
      const same = Object.keys(first).map((column) => {
        const own = sql.identifier(snakeCase(column));
        return sql`t.${own} = g.${own}`;
      });
      const found = await sql<{ place: number; id: number }>`
        select g.ordinality::int as place, min(t.id) as id
        from json_populate_recordset(null::${named}, ${inSnakeCase(sets)}::json) with ordinality g
        join ${named} t on ${sql.all(same)}
        group by g.ordinality`.rows(client);
      const ids = new Map(found.map(({ place, id }) => [place, id]));
      return sets.map((_set, place) => ids.get(place + 1) ?? null);
    },
    async pick(table, asked) {
      const maxBytes = Number.MAX_SAFE_INTEGER;
      return (await pickRows(client, new Select(table), { ...asked, maxBytes })).rows;
    },
    nextIds: async (table, count) => (count === 0 ? [] : nextIds(client, table, count)),
    numbered: (name, column, text) => numberedIn(client, tableNamed(name), { column, text }),
    insert: (name, rows) => refuseConflicts(() => insertRows(client, tableNamed(name), rows)),
    update: (name, id, given) =>
      refuseConflicts(async () => {
        const table = tableNamed(name);
        const { values, links } = apart(table, given);
        if (Object.keys(values).length > 0 || table.changedAt !== undefined)
          await change(table, { id, values, returned: sql`id` }).run(client);
        await writeLinks(client, { id: Number(given.id ?? id), links });
      }),
    async attempt(part) {
      parts += 1;
      const savepoint = sql.identifier(`part_${parts % 100}`);
      await sql`savepoint ${savepoint}`.run(client);
      try {
        const result = await part();
        await sql`release savepoint ${savepoint}`.run(client);
        return result;
      } catch (error) {
        await sql`rollback to savepoint ${savepoint}`.run(client);
        throw error;
      }
    },
  };
}

/** One statement for all rows that have the same columns, and one for each of their relations of many to many. */
async function insertRows(client: Queryable, table: Table, rows: readonly Row[]): Promise<void> {
  const groups = new Map<string, { id: number; values: Row; links: ReturnType<typeof apart>['links'] }[]>();
  for (const row of rows) {
    const { values, links } = apart(table, row);
    const key = Object.keys(values).join();
    groups.set(key, [...(groups.get(key) ?? []), { id: Number(row.id), values, links }]);
  }
  const named = sql.identifier(table.name);
  // Ids that come along are given to nobody else from here on.
  await passOverId(client, table.name, Math.max(...rows.map(({ id }) => Number(id))));
  for (const group of groups.values()) {
    const columns = Object.keys(group[0]?.values ?? {}).map((column) => own(table, column));
    const names = sql.join(columns, ', ');
    const given = inSnakeCase(group.map(({ values }) => values));
    await sql`
      insert into ${named} (${names})
      select ${names} from json_populate_recordset(null::${named}, ${given}::json)`.run(client);
    await insertLinks(client, group);
  }
}

async function insertLinks(
  client: Queryable,
  rows: readonly { id: number; links: ReturnType<typeof apart>['links'] }[],
): Promise<void> {
  type Pairs = { own: number[]; other: number[]; place: number[] };
  const tablesOf = new Map<string, { link: (typeof rows)[number]['links'][number]; pairs: Pairs }>();
  for (const { id, links } of rows)
    for (const link of links) {
      const of = tablesOf.get(link.table + link.own) ?? { link, pairs: { own: [], other: [], place: [] } };
      tablesOf.set(link.table + link.own, of);
      for (const [place, other] of (link.ids as number[]).entries()) {
        of.pairs.own.push(id);
        of.pairs.other.push(other);
        of.pairs.place.push(place + 1);
      }
    }
  for (const { link, pairs } of tablesOf.values()) {
    if (pairs.own.length === 0) continue;
    const [table, own, other] = [link.table, link.own, link.other].map((name) => sql.identifier(name));
    const place = link.place === undefined ? sql`` : sql`, ${sql.identifier(link.place)}`;
    const places = link.place === undefined ? sql`` : sql`, g.place`;
    await sql`
      insert into ${table} (${own}, ${other}${place})
      select g.own, g.other${places}
      from unnest(${pairs.own}::int[], ${pairs.other}::int[], ${pairs.place}::int[]) g (own, other, place)`.run(
      client,
    );
  }
}

/** As the database names columns. */
function inSnakeCase(rows: readonly Row[]): string {
  return JSON.stringify(
    rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([column, value]) => [snakeCase(column), value])),
    ),
  );
}
