import { connect } from '../connect.ts';
import { DatabaseError } from '../database-error.ts';
import { listTables, tableName } from './list-tables.ts';

/**
 * Makes sure that nothing is in a database that something is to be copied into. Tables may be there, such as after a
 * copy that broke off; rows only in those where a new instance has some.
 *
 * @throws DatabaseError  `move_refused`
 */
export async function requireEmptyDatabase(url: string, seeded: readonly string[]): Promise<void> {
  await using client = await connect(url);
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  const [{ name } = { name: '' }] = rows;
  for (const table of await listTables(client)) {
    if (seeded.includes(`${table.schema}.${table.name}`) || table.name === '_prisma_migrations') continue;
    const { rowCount } = await client.query(`select from ${tableName(table)} limit 1`);
    if (rowCount === 0) continue;
    throw new DatabaseError(
      'move_refused',
      `The database "${name}" is not empty: its table ${table.schema}.${table.name} has rows. Nothing was changed; name an empty database.`,
    );
  }
}
