import { errorCode, errorMessage } from '@campus/config';
import pg from 'pg';
import { connect } from './connect.ts';
import { DatabaseError } from './database-error.ts';

/**
 * Lets a role read and write all there is in the database, and make or change nothing of its structure: enough for a
 * running service on a database that is up to date. To be repeated after each migration; repeating it changes nothing.
 *
 * @param options.url   as the owner of the tables
 * @param options.role  there already
 * @throws DatabaseError  `grant_failed`
 */
export async function grantUse({ url, role }: { url: string; role: string }): Promise<void> {
  await using client = await connect(url);
  const to = pg.escapeIdentifier(role);
  try {
    const { rows } = await client.query<{ name: string }>(
      `select nspname as name from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'`,
    );
    await client.query('begin');
    for (const { name } of rows) {
      const schema = pg.escapeIdentifier(name);
      await client.query(`grant usage on schema ${schema} to ${to}`);
      await client.query(`grant select, insert, update, delete on all tables in schema ${schema} to ${to}`);
      await client.query(`grant usage, select, update on all sequences in schema ${schema} to ${to}`);
      await client.query(`grant execute on all functions in schema ${schema} to ${to}`);
    }
    await client.query('commit');
  } catch (error) {
    if (errorCode(error) === '') throw error;
    throw new DatabaseError('grant_failed', `The role "${role}" was given nothing: ${errorMessage(error)}.`, {
      cause: error,
    });
  }
}
