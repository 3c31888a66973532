import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '@campus/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { findDrift } from '../authoring/find-drift.ts';
import { grantUse } from '../src/grant-use.ts';
import { type EmbeddedPostgres, migrate, startEmbeddedPostgres } from '../src/index.ts';
import { migrationStatus } from '../src/migrate.ts';
import { sql } from './support/sql.ts';
import { temporaryFolder } from './support/temporary-folder.ts';
import { writeMigration } from './support/write-migration.ts';

const schemaText = `
datasource db {
  provider = "postgresql"
}

enum Mood {
  good
  bad
}

model Note {
  id   Int    @id @default(autoincrement())
  text String
  mood Mood

  @@index([text])
}
`;

const createNote = `
create type "Mood" as enum ('good', 'bad');
create table "Note" ("id" serial primary key, "text" text not null, "mood" "Mood" not null);
create index "Note_text_idx" on "Note"("text");
`;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: EmbeddedPostgres;
let databases = 0;
/** A new database and a new folder of migrations for each test. */
let url: string;
let directory: string;
let schema: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  schema = join(folder.path, 'schema.prisma');
  await writeFile(schema, schemaText);
  server = await startEmbeddedPostgres({
    dataDir: join(folder.path, 'data'),
    database: 'notes',
    throwAway: true,
  });
});
afterAll(async () => {
  await server.stop();
  await folder[Symbol.asyncDispose]();
});
beforeEach(async () => {
  const name = `test_${databases++}`;
  await sql(server.adminUrl, `create database ${name} owner notes`);
  url = server.url.replace(/[^/]*$/, name);
  directory = join(folder.path, `migrations-${name}`);
});

const history = () =>
  sql(url, 'select migration_name as name, finished_at is not null as done from _prisma_migrations');

describe('migrate', () => {
  test('Given migrations the database lacks, When it runs twice, Then each is applied once, in order, as a role that is no superuser', async () => {
    await writeMigration(directory, '20260102000000_second', 'alter table note add column at timestamptz');
    await writeMigration(directory, '20260101000000_first', 'create table note (text text)');
    const lines: string[] = [];

    await migrate({ url, directory, log: (line) => lines.push(line) });
    await migrate({ url, directory, log: (line) => lines.push(line) });

    expect(lines).toEqual([
      'migration 20260101000000_first applied',
      'migration 20260102000000_second applied',
    ]);
    expect(await history()).toEqual([
      { name: '20260101000000_first', done: true },
      { name: '20260102000000_second', done: true },
    ]);
  });

  test('Given a role that may make no tables, When something is pending, Then the message says who has to migrate; else it is content', async () => {
    await writeMigration(directory, '20260101000000_first', 'create table note (text text)');
    const role = `restricted_${url.split('/').at(-1)}`;
    await sql(server.adminUrl, `create role ${role} login password 'restricted'`);
    const restricted = new URL(url);
    [restricted.username, restricted.password] = [role, 'restricted'];

    const refused = migrate({ url: restricted.href, directory });

    await expect(refused).rejects.toMatchObject({
      code: 'migration_failed',
      message: `The database lacks migrations (20260101000000_first), and its role "${role}" may not change tables. Run the service's command migrate with the owner of the tables in database.url: npm run migrate -- --grant <role of the service>`,
    });
    await migrate({ url, directory });
    await expect(migrate({ url: restricted.href, directory })).rejects.toThrow(
      /permission denied for table _prisma_migrations\. Run the service's command migrate/,
    );
    await grantUse({ url, role });
    await expect(migrate({ url: restricted.href, directory })).resolves.toBeUndefined();
  });

  test('Given two processes that migrate at once, Then each migration is applied once and both succeed', async () => {
    await writeMigration(
      directory,
      '20260101000000_first',
      'select pg_sleep(0.3); create table note (text text);',
    );
    const lines: string[] = [];
    const log = (line: string) => lines.push(line);

    await Promise.all([migrate({ url, directory, log }), migrate({ url, directory, log })]);

    expect(lines.filter((line) => line.endsWith('applied'))).toEqual([
      'migration 20260101000000_first applied',
    ]);
    expect(await history()).toHaveLength(1);
  });

  test('Given semicolons in a function body, a string and a comment, Then the script reaches PostgreSQL whole', async () => {
    await writeMigration(
      directory,
      '20260101000000_first',
      `-- first; then
       create table note (text text default 'a;b');
       create function shout() returns trigger language plpgsql as $$ begin new.text := upper(new.text); return new; end; $$;
       create trigger shout before insert on note for each row execute function shout();`,
    );

    await migrate({ url, directory });

    await sql(url, 'insert into note default values');
    expect(await sql(url, 'select text from note')).toEqual([{ text: 'A;B' }]);
  });

  test('Given a migration that fails half way, Then nothing of it stays, the message says why, and the mended one is applied', async () => {
    await writeMigration(directory, '20260101000000_first', 'create table kept (id int)');
    await writeMigration(
      directory,
      '20260102000000_second',
      'create table half (id int); create table x (id nosuchtype)',
    );

    await expect(migrate({ url, directory })).rejects.toMatchObject({
      code: 'migration_failed',
      message: expect.stringMatching(/20260102000000_second.*type "nosuchtype" does not exist/),
    });
    expect(await sql(url, `select to_regclass('kept')::text as kept, to_regclass('half') as half`)).toEqual([
      { kept: 'kept', half: null },
    ]);

    await writeMigration(directory, '20260102000000_second', 'create table half (id int)');
    await migrate({ url, directory });
    expect(await history()).toHaveLength(2);
  });

  test('Given migrations of a newer version in the database, When an older one migrates, Then it says so and leaves them alone', async () => {
    await writeMigration(directory, '20260101000000_first', 'create table note (text text)');
    await writeMigration(directory, '20260102000000_newer', 'alter table note add column at timestamptz');
    await migrate({ url, directory });
    await rm(join(directory, '20260102000000_newer'), { recursive: true });
    const lines: string[] = [];

    await migrate({ url, directory, log: (line) => lines.push(line) });

    expect(lines).toEqual([expect.stringMatching(/newer version.*: 20260102000000_newer$/)]);
    expect(await migrationStatus({ url, directory })).toEqual({
      pending: [],
      newer: ['20260102000000_newer'],
    });
  });

  test('Given the database of another service, Then nothing is done, and the message names what does not fit', async () => {
    await writeMigration(directory, '20260102000000_other', 'create table other (text text)');
    await migrate({ url, directory });
    await rm(join(directory, '20260102000000_other'), { recursive: true });
    await writeMigration(directory, '20260103000000_ours', 'create table ours (text text)');

    await expect(migrate({ url, directory })).rejects.toMatchObject({
      code: 'migration_failed',
      message: expect.stringMatching(/20260102000000_other.*20260103000000_ours.*another service/),
    });
    expect(await sql(url, `select to_regclass('ours') as ours`)).toEqual([{ ours: null }]);
  });

  test('Given an applied migration whose file was changed, Then it is refused by name; other ends of lines are no change', async () => {
    await writeMigration(directory, '20260101000000_first', 'create table note (text text);\n-- end\n');
    await migrate({ url, directory });

    await writeMigration(directory, '20260101000000_first', 'create table note (text text);\r\n-- end\r\n');
    await migrate({ url, directory });

    await writeMigration(directory, '20260101000000_first', 'create table note (text varchar)');
    await expect(migrate({ url, directory })).rejects.toMatchObject({
      code: 'migration_failed',
      message: expect.stringContaining('20260101000000_first was applied to this database with another text'),
    });
  });

  test('Given a migration that another tool left half done, Then nothing is done, and the message names it', async () => {
    await writeMigration(directory, '20260101000000_first', 'create table note (text text)');
    await migrate({ url, directory });
    await sql(url, 'update _prisma_migrations set finished_at = null');

    await expect(migrate({ url, directory })).rejects.toMatchObject({
      code: 'migration_failed',
      message: expect.stringContaining('20260101000000_first was begun by another tool'),
    });
  });

  test('Given a table that somebody holds, When a migration changes it, Then readers get through meanwhile, and it is applied when the table is free', async () => {
    await writeMigration(directory, '20260101000000_first', 'create table note (text text)');
    await migrate({ url, directory });
    await writeMigration(directory, '20260102000000_second', 'alter table note add column at timestamptz');
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    await holder.query('begin; select from note');
    const lines: string[] = [];

    const migrating = migrate({ url, directory, log: (line) => lines.push(line) });
    await eventually(() => expect(lines).toEqual([expect.stringContaining('waits for a table')]));
    expect(await sql(url, 'select text from note')).toEqual([]);
    await holder.query('commit');
    await holder.end();
    await migrating;

    expect(lines.at(-1)).toBe('migration 20260102000000_second applied');
    expect(await sql(url, 'select at from note')).toEqual([]);
  });

  test('Given an index that is built outside a transaction, When two processes migrate at once, Then it is there once and whole, after a broken attempt too', async () => {
    await writeMigration(directory, '20260101000000_first', 'create table note (text text)');
    await migrate({ url, directory });
    // What a killed attempt leaves: an index of that name which nobody uses.
    await sql(url, 'create index note_text_idx on note (text)');
    await writeMigration(
      directory,
      '20260102000000_second',
      `-- outside a transaction
drop index concurrently if exists note_text_idx;
create index concurrently note_text_idx on note (text text_pattern_ops);
`,
    );
    await writeMigration(directory, '20260103000000_third', 'alter table note add column at timestamptz');

    await Promise.all([migrate({ url, directory }), migrate({ url, directory })]);

    expect(
      await sql(
        url,
        `select indisvalid as whole, pg_get_indexdef(indexrelid) as definition from pg_index where indrelid = 'note'::regclass`,
      ),
    ).toEqual([{ whole: true, definition: expect.stringContaining('text_pattern_ops') }]);
    expect(await history()).toHaveLength(3);
    await migrate({ url, directory });
  });

  test('Given rows that are filled in batches outside a transaction, Then each batch is committed by itself', async () => {
    await writeMigration(directory, '20260101000000_first', 'create table note (text text, batch xid8)');
    await migrate({ url, directory });
    await sql(url, `insert into note values ('a'), ('b')`);
    await writeMigration(
      directory,
      '20260102000000_second',
      `-- outside a transaction
do $$
begin
  update note set batch = pg_current_xact_id() where text = 'a';
  commit;
  update note set batch = pg_current_xact_id() where text = 'b';
  commit;
end $$;
create index concurrently note_text_idx on note (text);
`,
    );

    await migrate({ url, directory });

    expect(await sql(url, 'select count(distinct batch)::int as batches from note')).toEqual([
      { batches: 2 },
    ]);
  });

  test('Given no server, Then the message names the place and not the password', async () => {
    const nowhere = 'postgresql://notes:very-secret@127.0.0.1:1/notes';

    const error = await migrate({ url: nowhere, directory }).catch((reason: Error) => reason);

    expect(String(error)).toMatch(/"notes" on 127\.0\.0\.1:1 .*ECONNREFUSED/);
    expect(String(error)).not.toContain('very-secret');
  });
});

describe('findDrift', () => {
  test('Given migrations that make what the schema says, Then there is no drift', async () => {
    await writeMigration(directory, '20260101000000_first', createNote);
    expect(await findDrift({ url: server.adminUrl, schema, directory })).toBeUndefined();
  });

  test('Given a column that the migrations lack, Then its SQL is given, and the main database is left alone', async () => {
    await writeMigration(
      directory,
      '20260101000000_first',
      createNote.replace(`, "mood" "Mood" not null`, ''),
    );
    await sql(server.adminUrl, 'create table precious (text text)');
    await sql(server.adminUrl, `insert into precious values ('kept')`);
    const databasesBefore = await sql(server.adminUrl, 'select datname from pg_database order by 1');

    const drift = await findDrift({ url: server.adminUrl, schema, directory });

    expect(drift).toContain('ADD COLUMN');
    expect(drift).toContain('"mood"');
    expect(await sql(server.adminUrl, 'select text from precious')).toEqual([{ text: 'kept' }]);
    expect(await sql(server.adminUrl, `select to_regclass('"Note"') as note`)).toEqual([{ note: null }]);
    expect(await sql(server.adminUrl, 'select datname from pg_database order by 1')).toEqual(databasesBefore);
  });

  test('Given a migration that PostgreSQL refuses, Then its message is given', async () => {
    await writeMigration(directory, '20260101000000_first', 'create table x (id nosuchtype)');
    await expect(findDrift({ url: server.adminUrl, schema, directory })).rejects.toMatchObject({
      code: 'migration_failed',
      message: expect.stringContaining('type "nosuchtype" does not exist'),
    });
  });
});
