import { createHash } from 'node:crypto';
import type { Condition, ListQuery, Row, Store } from '@campus/rest';
import pg from 'pg';
import { refuseConflicts, refuseInUse } from './conflicts.ts';
import { apart, type Links, writeLinks } from './links.ts';
import type { Database } from './open-database.ts';
import { orderedByKeys, Select, snakeCase } from './select.ts';
import { type Table, type Tables, tables } from './tables.ts';

/**
 * The store of one table, in prepared SQL: one statement for a page with its count, whatever it joins.
 *
 * Measured (see docs/performance.md): with Prisma's own relation loading a list page costs more than twice as much.
 *
 * @param columns  what a declaration names: it fails at the start, not at the first request
 * @throws Error when the model has no such table or column
 */
export function tableStore(
  { pool, lookups }: Pick<Database, 'pool' | 'lookups'>,
  name: string,
  columns: Iterable<string>,
  known: Tables = tables,
): Store {
  const over = () => new Select(name, known);
  const check = over();
  const { table } = check;
  for (const column of columns) check.column(column);
  /** One statement, or a transaction where links are written too. */
  const write = <Result>(links: Links, work: (connection: Connection) => Promise<Result>) =>
    refuseConflicts(() => (links.length === 0 ? work(pool) : inTransaction(pool, work)), known);
  return {
    list: (query, requester) => lookups.withClient(requester, (client) => listRows(client, over, query)),
    async find(columns, conditions) {
      const select = over();
      const head = select.columns(columns);
      const where = select.where(conditions);
      const sql = `select ${head} from ${table.name} t${select.joins()}${where} limit 1`;
      return (await query(pool, sql, select.values))[0] ?? null;
    },
    pick: (query, requester) => lookups.withClient(requester, (client) => pickRows(client, over(), query)),
    findEach: (each, common) => findEach(pool, over(), { each, common }),
    async taken(sets, exceptId) {
      const select = over();
      const others = exceptId === undefined ? '' : ` and t.id <> ${select.value(exceptId)}`;
      const tests = sets.map((values) => {
        const same = Object.entries(values).map(
          ([column, value]) => `${select.column(column)} = ${select.value(value)}`,
        );
        return `exists (select 1 from ${table.name} t where ${same.join(' and ')}${others})`;
      });
      const [row] = await query(pool, `select array[${tests.join(', ')}] as taken`, select.values);
      return row?.taken as boolean[];
    },
    async numbered(column, text) {
      const name = own(table, column);
      const numbers = `starts_with(${name}, $1 || '-') and substr(${name}, length($1) + 2) ~ '^[0-9]+$'`;
      const sql = `select ${name} as found from ${table.name} where ${name} = $1 or (${numbers})`;
      return (await query(pool, sql, [text])).map(({ found }) => String(found));
    },
    async nextId() {
      const sql = `select nextval(pg_get_serial_sequence('${table.name}', 'id'))::int as id`;
      return Number((await query(pool, sql, []))[0]?.id);
    },
    insert(given) {
      const { sql, values, links } = insertion(over(), given);
      return write(links, async (connection) => {
        const id = Number((await query(connection, sql, values))[0]?.id);
        await writeLinks((text, given) => query(connection, text, given), { id, links });
        return id;
      });
    },
    update(id, given) {
      const { sql, values, links } = change(over(), { id, given });
      return write(links, async (connection) => {
        const rows = await query(connection, sql, values);
        if (rows.length > 0) await writeLinks((text, given) => query(connection, text, given), { id, links });
        return rows.length > 0;
      });
    },
    async remove(id) {
      const rows = await refuseInUse({ pool, id, known }, () =>
        query(pool, `delete from ${table.name} where id = $1 returning id`, [id]),
      );
      return rows.length > 0;
    },
  };
}

/** The id of one row for each rule, if it meets the common ones too; else null. */
async function findEach(
  pool: pg.Pool,
  select: Select,
  { each, common }: { each: readonly Condition[]; common: readonly Condition[] },
): Promise<(number | null)[]> {
  const { table } = select;
  const wheres = each.map((condition) => select.where([condition]));
  const from = `select t.id from ${table.name} t${select.joins()}`;
  const found = `array[${wheres.map((where) => `(${from}${where} limit 1)`).join(', ')}]::int[]`;
  // Once for all: planned for each, the rules of a thousand videos took six seconds.
  const inner = select.another();
  const where = inner.where(common);
  const all = `select ${inner.alias}.id from ${table.name} ${inner.alias}${inner.joins()}${where}`;
  const sql = `select ids, array(select s.id from (${all}) s where s.id = any(ids)) as seen from (select ${found} as ids) f`;
  const { rows } = await pool.query<{ ids: (number | null)[]; seen: number[] }>(sql, select.values);
  const seen = new Set<number | null>(rows[0]?.seen);
  return rows[0]?.ids.map((id) => (seen.has(id) ? id : null)) ?? [];
}

/** Writes one row. */
interface Statement {
  sql: string;
  values: unknown[];
  links: Links;
}

function insertion(select: Select, given: Row): Statement {
  const { table } = select;
  const { values, links } = apart(table, given);
  const names = Object.keys(values).map((column) => own(table, column));
  const parameters = Object.values(values).map((value) => select.value(value));
  const sql = `insert into ${table.name} (${names.join(', ')}) values (${parameters.join(', ')}) returning id`;
  return { sql, values: select.values, links };
}

/** A change of links alone locks the row. */
function change(select: Select, { id, given }: { id: number; given: Row }): Statement {
  const { table } = select;
  const { values, links } = apart(table, given);
  const sets = Object.entries(values).map(
    ([column, value]) => `${own(table, column)} = ${select.value(value)}`,
  );
  const at = `where id = ${select.value(id)}`;
  if (table.changedAt !== undefined) sets.push(`${snakeCase(table.changedAt)} = now()`);
  const sql =
    sets.length === 0
      ? `select id from ${table.name} ${at} for update`
      : `update ${table.name} set ${sets.join(', ')} ${at} returning id`;
  return { sql, values: select.values, links };
}

async function inTransaction<Result>(
  pool: pg.Pool,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    // A connection that cannot roll back is closed, which does.
    await client.query('rollback').then(
      () => client.release(),
      () => client.release(true),
    );
    throw error;
  }
}

async function listRows(
  client: Connection,
  over: () => Select,
  { columns, conditions, order, offset, limit, maxBytes }: ListQuery,
): Promise<{ total: number; rows: Row[]; bytes: number }> {
  const page = over();
  const { table } = page;
  const parts = partsOf(conditions);
  const total = totalOf(page, parts);
  // The page is found over an index alone, and only its rows are read and joined.
  const keys = keysOf(page, parts, { order, offset, limit });
  const rest = over();
  const head = rest.columns(columns);
  const again = rest.order(order);
  const bytes = rest.bytes(columns);
  const from = `from (${keys}) k join ${table.name} t on t.id = k.id${rest.joins()}`;
  const sql =
    bytes === undefined || maxBytes === undefined
      ? `select ${total}::int as "$total", 0 as "$bytes", ${head} ${from}${again}`
      : `select * from (
           select ${total}::int as "$total", sum(${bytes}) over rows_so_far as "$bytes",
                  sum(${bytes}) over rows_so_far - (${bytes}) as "$before",
                  row_number() over rows_so_far as "$place", ${head} ${from}
           window rows_so_far as (${again} rows unbounded preceding)
         ) p where "$before" < ${page.value(maxBytes)} order by "$place"`;
  const rows = await query(client, sql, page.values);
  if (rows.length > 0) return { total: Number(rows[0]?.$total), rows, bytes: Number(rows.at(-1)?.$bytes) };
  if (offset === 0) return { total: 0, rows, bytes: 0 };
  const counting = over();
  const [counted] = await query(
    client,
    `select (${totalOf(counting, parts)})::int as total`,
    counting.values,
  );
  return { total: Number(counted?.total), rows, bytes: 0 };
}

async function pickRows(
  client: Connection,
  select: Select,
  { columns, conditions, ids, maxBytes }: Parameters<Store['pick']>[0],
): Promise<{ rows: Row[]; bytes: number }> {
  const head = select.columns(columns);
  const bytes = select.bytes(columns) ?? '0';
  const where = select.where(conditions);
  const given = `unnest(${select.value(ids)}::int[]) with ordinality o (id, place)`;
  const sql = `select * from (
      select ${head}, sum(${bytes}) over rows_so_far as "$bytes",
             sum(${bytes}) over rows_so_far - (${bytes}) as "$before", o.place as "$place"
      from ${given} join ${select.table.name} t on t.id = o.id${select.joins()}${where}
      window rows_so_far as (order by o.place rows unbounded preceding)
    ) p where "$before" < ${select.value(maxBytes)} order by "$place"`;
  const rows = await query(client, sql, select.values);
  return { rows, bytes: Number(rows.at(-1)?.$bytes ?? 0) };
}

/** Conditions of which no row meets two; most often there is one part. */
type Parts = readonly (readonly Condition[])[];

/** What else is asked for is found by its own index, once: there the parts are one rule among others. */
function partsOf(conditions: readonly Condition[]): Parts {
  const [condition, ...others] = conditions;
  if (condition === undefined || others.length > 0 || !('apart' in condition)) return [conditions];
  return condition.apart.map((part) => [part]);
}

/** How many rows there are; all of a table, and those of some rules, are counted as they change. */
function totalOf(statement: Select, parts: Parts): string {
  const counts = parts.map((conditions) => {
    const own = statement.another();
    const where = own.where(conditions);
    const counted = `(select count(*) from ${own.table.name} ${own.alias}${own.joins()}${where})`;
    const kept = keptCountOf(own.table.name, conditions);
    return kept === undefined
      ? counted
      : `coalesce((select rows from row_counts where table_name = '${kept}'), ${counted})`;
  });
  return `(${counts.join(' + ')})`;
}

function keptCountOf(table: string, [condition, ...others]: readonly Condition[]): string | undefined {
  if (condition === undefined) return table;
  return 'counted' in condition && others.length === 0 ? condition.counted : undefined;
}

/** The ids of the rows of a page, in any order. */
function keysOf(
  statement: Select,
  parts: Parts,
  { order, offset, limit }: Pick<ListQuery, 'order' | 'offset' | 'limit'>,
): string {
  const asMany = statement.value(limit);
  const from = statement.value(offset);
  const queries = parts.map((conditions) => {
    const own = statement.another();
    const where = own.where(conditions);
    const keys = own.orderKeys(order);
    const orderBy = own.order(order);
    return `select ${own.alias}.id${keys} from ${own.table.name} ${own.alias}${own.joins()}${where}${orderBy}`;
  });
  if (queries.length === 1) return `${queries[0]} limit ${asMany} offset ${from}`;
  // Each part has at most the whole page, and what comes before it.
  const first = queries.map((one) => `(${one} limit ${asMany}::int + ${from}::int)`);
  return `select id from (${first.join(' union all ')}) p${orderedByKeys(order)} limit ${asMany} offset ${from}`;
}

/** Statements that the server keeps prepared; lists with rare filters are not worth their memory. */
const prepared = new Map<string, string>();
const maxPrepared = 100;

/** The pool, or one connection of it. */
type Connection = Pick<pg.ClientBase, 'query'>;

async function query(connection: Connection, text: string, values: unknown[]): Promise<Row[]> {
  if (prepared.size < maxPrepared && !prepared.has(text))
    prepared.set(text, createHash('sha1').update(text).digest('base64url'));
  const name = prepared.get(text);
  return (await connection.query<Row>({ text, values, types, ...(name === undefined ? {} : { name }) })).rows;
}

const dateOid = 1082;

/** A day stays the text that it is: as a `Date` it would be an instant in this machine's time zone. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === dateOid
      ? (text: string) => text
      : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** A column of the table itself, for writing. */
function own(table: Table, column: string): string {
  if (!table.columns.includes(column)) throw new Error(`the table ${table.name} has no column ${column}`);
  return snakeCase(column);
}
