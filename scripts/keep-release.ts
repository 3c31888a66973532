/**
 * Keeps what the next release is compared with, below `docs/releases`:
 *
 *     node scripts/keep-release.ts 1.0.0
 *
 * The OpenAPI documents and the schema of both databases, as this checkout has them.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrate, startEmbeddedPostgres } from '@campus/database';
import pg from 'pg';
import { readSchema } from './schema-changes/read-schema.ts';

const repositoryRoot = path.resolve(import.meta.dirname, '..');
const [version = ''] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+$/.test(version)) {
  console.error('usage: node scripts/keep-release.ts <major>.<minor>.<patch>');
  process.exit(64);
}
const folder = path.join(repositoryRoot, 'docs/releases', version);
mkdirSync(folder, { recursive: true });
for (const name of ['video-rest', 'signing-management', 'signing-public']) {
  const program = path.join(repositoryRoot, 'scripts/api-document.ts');
  const text = execFileSync(process.execPath, [program, name], { maxBuffer: 2 ** 26 });
  writeFileSync(path.join(folder, `${name}.openapi.json`), text);
}
for (const service of ['conventions-signing', 'video-rest']) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'keep-release-'));
  const postgres = await startEmbeddedPostgres({ dataDir, database: 'release', throwAway: true });
  try {
    await migrate({
      url: postgres.url,
      directory: path.join(repositoryRoot, 'prisma', service, 'migrations'),
    });
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    const text = `${JSON.stringify(await readSchema(client), undefined, 2)}\n`;
    await client.end();
    writeFileSync(path.join(folder, `${service}.schema.json`), text);
  } finally {
    await postgres.stop();
    rmSync(dataDir, { recursive: true });
  }
}
