import pg from 'pg';
import { connect } from '../connect.ts';

/**
 * Makes the service's role and database, or brings the role back to what it must be.
 *
 * Every step can be repeated, so that a crash between two of them is mended by the next start. The role is no
 * superuser and cannot make roles or databases: what runs inside the service cannot run programs on the machine.
 */
export async function prepareDatabase(
  adminUrl: string,
  { role, password, database }: { role: string; password: string; database: string },
): Promise<void> {
  await using client = await connect(adminUrl);
  const roleName = pg.escapeIdentifier(role);
  if (!(await exists(client, 'select from pg_roles where rolname = $1', role))) {
    await client.query(`create role ${roleName}`);
  }
  await client.query(
    `alter role ${roleName} with login nosuperuser nocreaterole nocreatedb noreplication nobypassrls password ${pg.escapeLiteral(password)}`,
  );
  if (!(await exists(client, 'select from pg_database where datname = $1', database))) {
    await client.query(`create database ${pg.escapeIdentifier(database)} owner ${roleName}`);
  }
}

async function exists(client: pg.Client, query: string, name: string): Promise<boolean> {
  const { rowCount } = await client.query(query, [name]);
  return rowCount === 1;
}
