import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Adds a migration to a folder of migrations, or rewrites it. */
export async function writeMigration(directory: string, name: string, text: string): Promise<void> {
  await mkdir(join(directory, name), { recursive: true });
  await writeFile(join(directory, name, 'migration.sql'), text);
}
