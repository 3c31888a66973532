import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { migrate, startEmbeddedPostgres } from '../packages/database/src/index.ts';
import { makeJobTables } from '../packages/jobs/src/index.ts';

const prisma = fileURLToPath(new URL('../prisma/', import.meta.url));
// Measured: a fresh database takes 12 ms in memory, 120 to 340 ms on disk.
const parent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const folderStart = 'campus-test-';

let folder;
let server;

/**
 * One PostgreSQL for all test files, with a migrated template database `tpl_<folder>` for every folder under `prisma/`
 * that holds a migration. It ends with this process, even if that is killed.
 *
 * @returns {Promise<{ url: string, adminUrl: string, folder: string }>}  the folder is this run's alone, for what its
 *   test files share
 */
export async function startTestServer() {
  removeAbandonedFolders();
  folder = mkdtempSync(join(parent, `${folderStart}${process.pid}-`));
  server = await startEmbeddedPostgres({
    dataDir: join(folder, 'data'),
    database: 'campus_test',
    throwAway: true,
  });
  await Promise.all(migrationFolders().map((name) => makeTemplate(server, name)));
  return { ...server, folder };
}

/** Stops the server and removes its data. */
export async function stopTestServer() {
  await server?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
}

function migrationFolders() {
  return readdirSync(prisma).filter((name) => {
    const migrations = join(prisma, name, 'migrations');
    return (
      existsSync(migrations) &&
      readdirSync(migrations, { withFileTypes: true }).some((entry) => entry.isDirectory())
    );
  });
}

/** Made and migrated as the role that will own its copies, which is no superuser: as in production. */
async function makeTemplate({ url, adminUrl }, name) {
  const database = `tpl_${name}`;
  const quoted = pg.escapeIdentifier(database);
  const owner = new URL(url).username;
  await query(adminUrl, `create database ${quoted} owner ${pg.escapeIdentifier(owner)}`);
  const templateUrl = new URL(url);
  templateUrl.pathname = `/${encodeURIComponent(database)}`;
  await migrate({ url: templateUrl.href, directory: join(prisma, name, 'migrations') });
  // A service that finds them is ready a quarter of a second sooner.
  await makeJobTables({ databaseUrl: templateUrl.href });
  // Nobody can copy a database to which someone is connected.
  await query(adminUrl, `alter database ${quoted} with is_template true allow_connections false`);
}

async function query(url, sql) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** A killed run ends its server but leaves its folder, which takes memory in /dev/shm. */
function removeAbandonedFolders() {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(folderStart)) continue;
    const pid = Number.parseInt(name.slice(folderStart.length), 10);
    if (!isAlive(pid)) removeIfOurs(join(parent, name));
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function removeIfOurs(path) {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // Another user's; that user's next run removes it.
  }
}
