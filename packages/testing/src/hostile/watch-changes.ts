import pg from 'pg';

interface ChangeWatch {
  /** A number that grows with every row that is written for good. */
  count(): Promise<number>;
  stop(): Promise<void>;
}

/**
 * Notes every row that is written, in the transaction that writes it: what is rolled back is not counted.
 *
 * @param except   tables that any request may write
 * @param columns  of a table, in place of all: an update of others does not count
 */
export async function watchChanges(
  databaseUrl: string,
  { except = [], columns = {} }: { except?: string[]; columns?: Record<string, string[]> } = {},
): Promise<ChangeWatch> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`
    create schema watch;
    create table watch.changes (at bigserial primary key);
    create function watch.note() returns trigger language plpgsql as
      $$ begin insert into watch.changes default values; return null; end $$`);
  const { rows: tables } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> all ($1)`,
    [['_prisma_migrations', ...except]],
  );
  for (const { name } of tables) {
    const only = columns[name];
    const update = only === undefined ? 'update' : `update of ${only.map(pg.escapeIdentifier).join(', ')}`;
    await client.query(`create trigger watch after insert or delete or ${update}
      on public.${pg.escapeIdentifier(name)} for each row execute function watch.note()`);
  }
  return {
    async count() {
      const { rows } = await client.query<{ newest: string | null }>(
        'select max(at) as newest from watch.changes',
      );
      return Number(rows[0]?.newest ?? 0);
    },
    stop: () => client.end(),
  };
}
