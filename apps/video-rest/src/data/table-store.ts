import type { Condition, Row, Store } from '@campus/rest';
import type pg from 'pg';
import { refuseConflicts, refuseInUse } from './conflicts.ts';
import { apart, type Links, writeLinks } from './links.ts';
import { listRows } from './list-rows.ts';
import type { Database } from './open-database.ts';
import { pickRows } from './pick-rows.ts';
import { type Connection, query } from './prepared.ts';
import { shapeOf } from './row-shape.ts';
import { Select, snakeCase } from './select.ts';
import { type Table, type Tables, tables } from './tables.ts';

/**
 * The store of one table, in prepared SQL: one statement for a row, two for a page with its count, whatever they join.
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
    list: (query, requester) => lookups.withClient(requester, (client) => listRows({ client, over }, query)),
    async find(columns, conditions) {
      const select = over();
      const { sql: record, rowOf } = shapeOf(select, columns);
      const where = select.where(conditions);
      const sql = `select ${record} as record from ${table.name} t${select.joins()}${where} limit 1`;
      const [found] = await query(pool, sql, select.values);
      return found === undefined ? null : rowOf(found.record as unknown[]);
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
    async update(id, given, columns) {
      const select = over();
      const { sql: record, rowOf } = shapeOf(select, columns);
      const { changed, links } = change(select, { id, given });
      const reading = (from: string) => `select ${record} as record from ${from} t${select.joins()}`;
      const found = await write(links, async (connection) => {
        // Measured: as a statement of its own the reading takes a fifth of the processor time of a PATCH.
        if (links.length === 0)
          return query(connection, `with changed as (${changed('*')}) ${reading('changed')}`, select.values);
        const rows = await query(connection, changed('id'), select.values);
        if (rows.length > 0) await writeLinks((text, given) => query(connection, text, given), { id, links });
        return query(connection, `${reading(table.name)} where t.id = $1`, [id]);
      });
      return found[0] === undefined ? null : rowOf(found[0].record as unknown[]);
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

/** Changes one row, and gives columns of it; a change of links alone locks it. */
function change(
  select: Select,
  { id, given }: { id: number; given: Row },
): { changed: (returned: string) => string; links: Links } {
  const { table } = select;
  const { values, links } = apart(table, given);
  const sets = Object.entries(values).map(
    ([column, value]) => `${own(table, column)} = ${select.value(value)}`,
  );
  const at = `where id = ${select.value(id)}`;
  if (table.changedAt !== undefined) sets.push(`${snakeCase(table.changedAt)} = now()`);
  const changed = (returned: string) =>
    sets.length === 0
      ? `select ${returned} from ${table.name} ${at} for update`
      : `update ${table.name} set ${sets.join(', ')} ${at} returning ${returned}`;
  return { changed, links };
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

/** A column of the table itself, for writing. */
function own(table: Table, column: string): string {
  if (!table.columns.includes(column)) throw new Error(`the table ${table.name} has no column ${column}`);
  return snakeCase(column);
}
