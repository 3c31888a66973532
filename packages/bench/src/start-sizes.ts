import path from 'node:path';
import { connect, migrate, startEmbeddedPostgres } from '@campus/database';
import type { Bench } from './run-benchmark.ts';

/** Two databases with the same schema, one nearly empty and one full: what grows with the tables shows in the ratio. */
export const sizes = ['few', 'many'] as const;
export type Size = (typeof sizes)[number];

interface SizedDatabase {
  url: string;
  /** Of the superuser, on this database. */
  adminUrl: string;
}

/**
 * Starts a PostgreSQL on a folder and makes both databases in it, unless they are there from an earlier run: filling
 * takes long. It fills without waiting for the disk; then the server starts anew with everything durable.
 *
 * @param options.counts  how many records each is to have
 * @param options.fill    fills a migrated one
 */
export async function startSizes(
  {
    folder,
    migrations,
    counts,
    fill,
  }: {
    folder: string;
    migrations: string;
    counts: Record<Size, number>;
    fill: (database: SizedDatabase, count: number) => Promise<void>;
  },
  { closing, signal, say }: Bench,
): Promise<Record<Size, SizedDatabase>> {
  const place = { dataDir: path.join(folder, 'postgres'), database: 'bench' };
  const databasesOf = ({ url, adminUrl }: SizedDatabase) => ({
    few: { url: onDatabase(url, 'few'), adminUrl: onDatabase(adminUrl, 'few') },
    many: { url: onDatabase(url, 'many'), adminUrl: onDatabase(adminUrl, 'many') },
  });
  const filling = await startEmbeddedPostgres({ ...place, throwAway: true });
  try {
    // What a server of this size is given; the rest is as PostgreSQL comes.
    for (const setting of [`shared_buffers = '4GB'`, `max_wal_size = '8GB'`, 'random_page_cost = 1.1'])
      await run(filling.adminUrl, `alter system set ${setting}`);
    for (const size of sizes) {
      if (!(await makeDatabase(filling.adminUrl, `${size}`))) continue;
      say(`filling the database "${size}" with ${counts[size]} records`);
      const database = databasesOf(filling)[size];
      await migrate({ url: database.url, directory: migrations });
      await fill(database, counts[size]);
      await run(filling.adminUrl, `comment on database ${size} is 'filled'`);
      signal.throwIfAborted();
    }
    await run(filling.adminUrl, 'checkpoint');
  } finally {
    await filling.stop();
  }
  const server = await startEmbeddedPostgres(place);
  closing.push(() => server.stop());
  return databasesOf(server);
}

/** False when it is there and full; one that is half full is thrown away. */
async function makeDatabase(adminUrl: string, name: string): Promise<boolean> {
  await using client = await connect(adminUrl);
  const { rows } = await client.query<{ comment: string | null }>(
    `select shobj_description(oid, 'pg_database') as comment from pg_database where datname = $1`,
    [name],
  );
  if (rows[0]?.comment === 'filled') return false;
  await client.query(`drop database if exists ${name}`);
  await client.query(`create database ${name} owner bench`);
  return true;
}

async function run(url: string, sql: string): Promise<void> {
  await using client = await connect(url);
  await client.query(sql);
}

function onDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
