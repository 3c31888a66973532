import { sql } from '@campus/database';
import pg from 'pg';

/** What brings tables back to what they held. */
export interface KeptTables {
  restore(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Keeps what the tables of a test's database hold now, so that an instance can be filled again and again. No trigger sees
 * what is put back.
 */
export async function keepTables({ databaseUrl }: { databaseUrl: string }): Promise<KeptTables> {
  const url = new URL(process.env.TEST_DATABASE_ADMIN_URL ?? '');
  url.pathname = new URL(databaseUrl).pathname;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await sql`set session_replication_role = replica`.run(client);
  const tables = await sql<{ name: string; columns: string }>`
    select c.oid::regclass::text as name,
      string_agg(quote_ident(a.attname), ', ') filter (where a.attgenerated = '') as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
    group by c.oid`.rows(client);
  const sequences = await sql<{ name: string; at: string }>`
    select oid::regclass::text as name, coalesce(pg_sequence_last_value(oid), 0)::text as at
    from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace`.rows(client);
  await client.query(
    tables.map(({ name }, place) => `create temporary table kept_${place} as table ${name}`).join(';'),
  );
  const statements = [
    'begin',
    ...tables.map(({ name }) => `delete from ${name}`),
    ...tables.map(
      ({ name, columns }, place) => `insert into ${name} (${columns}) select ${columns} from kept_${place}`,
    ),
    ...sequences.map(({ name, at }) =>
      at === '0' ? `alter sequence ${name} restart` : `select setval('${name}', ${at})`,
    ),
    'commit',
  ];
  return {
    async restore() {
      await client.query(statements.join(';'));
    },
    close: () => client.end(),
  };
}
