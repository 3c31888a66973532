import { createHash } from 'node:crypto';
import type { ListQuery, Row, Store } from '@campus/rest';
import pg from 'pg';
import { refuseConflicts, refuseInUse } from './conflicts.ts';
import type { Database } from './open-database.ts';
import { Select, snakeCase } from './select.ts';
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
  return {
    list: (query, requester) => lookups.withClient(requester, (client) => listRows(client, over, query)),
    async find(columns, conditions) {
      const select = over();
      const head = select.columns(columns);
      const where = select.where(conditions);
      const sql = `select ${head} from ${table.name} t${select.joins()}${where} limit 1`;
      return (await query(pool, sql, select.values))[0] ?? null;
    },
    async taken(values, exceptId) {
      const select = over();
      const others = exceptId === undefined ? '' : ` and t.id <> ${select.value(exceptId)}`;
      const tests = Object.entries(values).map(
        ([column, value]) =>
          `exists (select 1 from ${table.name} t where ${select.column(column)} = ${select.value(value)}${others}) as "${column}"`,
      );
      const [row = {}] = await query(pool, `select ${tests.join(', ')}`, select.values);
      return Object.keys(row).filter((column) => row[column] === true);
    },
    async beginningWith(column, text) {
      const name = own(table, column);
      const sql = `select ${name} as found from ${table.name} where starts_with(${name}, $1)`;
      return (await query(pool, sql, [text])).map(({ found }) => String(found));
    },
    async nextId() {
      const sql = `select nextval(pg_get_serial_sequence('${table.name}', 'id'))::int as id`;
      return Number((await query(pool, sql, []))[0]?.id);
    },
    async insert(values) {
      const entries = Object.entries(values).filter(([, value]) => value !== undefined);
      const select = over();
      const names = entries.map(([column]) => own(table, column)).join(', ');
      const given = entries.map(([, value]) => select.value(value)).join(', ');
      const sql = `insert into ${table.name} (${names}) values (${given}) returning id`;
      const [row] = await refuseConflicts(() => query(pool, sql, select.values), known);
      return Number(row?.id);
    },
    async update(id, values) {
      const select = over();
      const sets = Object.entries(values).map(
        ([column, value]) => `${own(table, column)} = ${select.value(value)}`,
      );
      const sql = `update ${table.name} set ${sets.join(', ')} where id = ${select.value(id)} returning id`;
      const rows = await refuseConflicts(() => query(pool, sql, select.values), known);
      return rows.length > 0;
    },
    async remove(id) {
      const rows = await refuseInUse({ pool, id, known }, () =>
        query(pool, `delete from ${table.name} where id = $1 returning id`, [id]),
      );
      return rows.length > 0;
    },
  };
}

async function listRows(
  client: Connection,
  over: () => Select,
  { columns, conditions, order, offset, limit, maxBytes }: ListQuery,
): Promise<{ total: number; rows: Row[]; bytes: number }> {
  // The page is found over an index alone, and only its rows are read and joined.
  const page = over();
  const { table } = page;
  const where = page.where(conditions);
  const conditionJoins = page.joins();
  const orderBy = page.order(order);
  const total =
    conditions.length === 0
      ? `coalesce((select rows from row_counts where table_name = '${table.name}'), (select count(*) from ${table.name}))`
      : `(select count(*) from ${table.name} t${conditionJoins}${where})`;
  const keys = `select t.id from ${table.name} t${page.joins()}${where}${orderBy} limit ${page.value(limit)} offset ${page.value(offset)}`;
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
  const filter = counting.where(conditions);
  const [counted] = await query(
    client,
    `select count(*)::int as total from ${table.name} t${counting.joins()}${filter}`,
    counting.values,
  );
  return { total: Number(counted?.total), rows, bytes: 0 };
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
