import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrate, startEmbeddedPostgres } from '@campus/database';

interface BenchDatabase {
  /** For everything that the benchmark writes; gone at the end. */
  folder: string;
  url: string;
  /** Of the superuser. */
  adminUrl: string;
}

/**
 * Starts a PostgreSQL with the settings of the product (everything durable), on disk, and migrates its database.
 *
 * @param options.name        of the benchmark; part of the folder's name
 * @param options.migrations  folder of the migrations
 * @param options.closing     gets what undoes each step, as soon as the step is done: to be run backwards
 */
export async function startDatabase({
  name,
  migrations,
  closing,
  signal,
}: {
  name: string;
  migrations: string;
  closing: (() => Promise<unknown>)[];
  signal: AbortSignal;
}): Promise<BenchDatabase> {
  const folder = await mkdtemp(path.join(tmpdir(), `${name}-bench-`));
  closing.push(() => rm(folder, { recursive: true, force: true }));
  signal.throwIfAborted();
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(folder, 'postgres'), database: 'bench' });
  closing.push(() => postgres.stop());
  signal.throwIfAborted();
  await migrate({ url: postgres.url, directory: migrations });
  signal.throwIfAborted();
  return { folder, url: postgres.url, adminUrl: postgres.adminUrl };
}
