import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startProcess } from '@campus/testing';
import { expect, test } from '@jest/globals';
import { temporaryFolder } from './support/temporary-folder.ts';

const author = fileURLToPath(new URL('../authoring/author-migration.ts', import.meta.url));

async function writeNext(folder: string, name: string, ...options: string[]): Promise<string> {
  await using authoring = startProcess({
    command: process.execPath,
    args: [author, ...options, join(folder, 'schema.prisma'), join(folder, 'migrations'), name],
    env: { TMPDIR: folder },
  });
  await authoring.exited;
  await authoring.waitForOutput(/$/);
  return authoring.output();
}

const schemaWith = (values: string) => `
datasource db {
  provider = "postgresql"
}

enum Mood {
${values}
}

model Note {
  id   Int  @id
  mood Mood
}
`;

test('Given a changed schema, When a migration is written, Then it holds the difference, and a second one says that nothing changed', async () => {
  await using folder = await temporaryFolder();
  const migrations = join(folder.path, 'migrations');
  await writeFile(join(folder.path, 'schema.prisma'), schemaWith('  good\n  bad'));

  expect(await writeNext(folder.path, 'add_notes')).toContain('written: ');
  const [name = '', lockFile] = await readdir(migrations);
  expect(name).toMatch(/^\d{14}_add_notes$/);
  expect(lockFile).toBe('migration_lock.toml');
  expect(await readFile(join(migrations, name, 'migration.sql'), 'utf8')).toContain('CREATE TABLE "Note"');

  expect(await writeNext(folder.path, 'again')).toContain('nothing changed');
  expect(await readdir(migrations)).toHaveLength(2);
});

test('Given new tables and --counted, When a migration is written, Then it keeps the count of each that has an id', async () => {
  await using folder = await temporaryFolder();
  const migrations = join(folder.path, 'migrations');
  const schema = `${schemaWith('  good')}
model Pair {
  one   Int
  other Int

  @@id([one, other])
}
`;
  await writeFile(join(folder.path, 'schema.prisma'), schema);

  expect(await writeNext(folder.path, 'add_notes', '--counted')).toContain('written: ');

  const [name = ''] = await readdir(migrations);
  const text = await readFile(join(migrations, name, 'migration.sql'), 'utf8');
  expect(text.match(/^SELECT .*$/gm)).toEqual([`SELECT "keep_count"('Note');`]);
});

test('Given an enum that loses a value, When a migration is written, Then it does not end its own transaction early, and its author is warned', async () => {
  await using folder = await temporaryFolder();
  const migrations = join(folder.path, 'migrations');
  const schema = join(folder.path, 'schema.prisma');
  await writeFile(schema, schemaWith('  good\n  bad'));
  await writeNext(folder.path, 'add_notes');
  await writeFile(schema, schemaWith('  good'));

  const said = await writeNext(folder.path, 'lose_bad');

  expect(said).toContain('not safe beside older versions: ALTER TABLE "Note" ALTER COLUMN "mood" TYPE');
  const [, name = ''] = await readdir(migrations);
  const text = await readFile(join(migrations, name, 'migration.sql'), 'utf8');
  expect(text).toContain('Mood_new');
  expect(text).not.toMatch(/^(BEGIN|COMMIT);/m);
});

test('Given a name that is no migration name, When a migration is written, Then the usage is shown', async () => {
  await using folder = await temporaryFolder();
  expect(await writeNext(folder.path, 'Add Notes')).toContain('usage:');
});
