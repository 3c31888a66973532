import { connect } from '@campus/database';
import pg from 'pg';

/**
 * Fills tables with millions of rows in minutes: without foreign keys, triggers and indexes, which come back at the
 * end as they were. What the triggers would have kept is for the caller to write.
 *
 * @param adminUrl  of the superuser, on the database to be filled
 * @param tables    what is filled, with their indexes; primary keys stay
 */
export async function fillFast(
  adminUrl: string,
  { tables, say }: { tables: readonly string[]; say: (line: string) => void },
  fill: (client: pg.Client) => Promise<void>,
): Promise<void> {
  await using client = await connect(adminUrl);
  await client.query(`set session_replication_role = replica; set maintenance_work_mem = '1GB'`);
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = any($1::text[]::regclass[])
       and not exists (select 1 from pg_constraint where conindid = i.indexrelid)`,
    [tables.map((table) => pg.escapeIdentifier(table))],
  );
  for (const { name } of indexes) await client.query(`drop index ${pg.escapeIdentifier(name)}`);
  await fill(client);
  for (const { name, definition } of indexes) {
    say(`making ${name}`);
    await client.query(definition);
  }
  say('vacuum analyze');
  for (const table of tables) await client.query(`vacuum analyze ${pg.escapeIdentifier(table)}`);
}
