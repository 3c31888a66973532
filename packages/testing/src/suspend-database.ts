import pg from 'pg';

/**
 * Makes a database of a test unreachable, as in a restart of its server: connections are cut, and new ones refused.
 *
 * @returns lets everybody in again
 */
export async function suspendDatabase({ url }: { url: string }): Promise<() => Promise<void>> {
  const name = new URL(url).pathname.slice(1);
  const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_ADMIN_URL });
  await client.connect();
  const allow = (isAllowed: boolean) =>
    client.query(`alter database ${pg.escapeIdentifier(name)} with allow_connections ${isAllowed}`);
  await allow(false);
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  return async () => {
    await allow(true);
    await client.end();
  };
}
