import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type EmbeddedPostgres, openEmbeddedPostgres, startEmbeddedPostgres } from '../src/index.ts';
import { moveDatabase } from '../src/move/move-database.ts';
import { sql } from './support/sql.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: EmbeddedPostgres;
let dataDir: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  server = await startEmbeddedPostgres({
    dataDir: join(folder.path, 'target'),
    database: 'target',
    throwAway: true,
  });
  // An instance with tables that refer to each other, and a trigger that counts.
  dataDir = join(folder.path, 'service');
  const source = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), database: 'notes' });
  await prepare(source.url);
  await sql(
    source.url,
    `begin;
     insert into note (text, bytes, latest_id) values ('first', '\\x00ff', 1), ('it''s', null, null);
     insert into version (note_id, at) values (1, '2026-03-01 10:00:00.123+01');
     commit`,
  );
  await source.stop();
});
afterAll(async () => {
  await server.stop();
  await folder[Symbol.asyncDispose]();
});

async function prepare(url: string): Promise<void> {
  await sql(
    url,
    `create table if not exists note (id serial primary key, text text not null, bytes bytea, latest_id int);
     create table if not exists version (id serial primary key, note_id int not null references note, at timestamptz(3));
     create table if not exists counted (rows int not null);
     insert into counted select 0 where not exists (select from counted);
     do $$ begin
       if to_regproc('count_note') is null then
         alter table note add constraint note_latest foreign key (latest_id) references version deferrable initially deferred;
         create function count_note() returns trigger language plpgsql as 'begin update counted set rows = rows + 1; return null; end';
         create trigger count_note after insert on note for each row execute function count_note();
       end if;
     end $$`,
  );
}

const move = ({ to = server.url, log = () => {} }: { to?: string; log?: (line: string) => void } = {}) =>
  moveDatabase({ dataDir, database: 'notes', to, prepare, seeded: ['public.counted'], log });

test('Given rows that the target refuses, Then nothing of them stays; repeated, all rows, counts and sequences are there, and a third time is refused', async () => {
  await prepare(server.url);
  await sql(server.url, `alter table version add constraint never check (note_id > 1)`);
  await expect(move()).rejects.toMatchObject({
    code: 'move_failed',
    message: expect.stringMatching(/nothing of it stayed.*never/),
  });
  expect(await sql(server.url, 'select from note')).toEqual([]);
  await sql(server.url, 'alter table version drop constraint never');

  expect(await move()).toEqual([
    { name: 'public.counted', rows: 1 },
    { name: 'public.note', rows: 2 },
    { name: 'public.version', rows: 1 },
  ]);

  expect(
    await sql(server.url, 'select n.*, at from note n left join version v on v.id = latest_id order by n.id'),
  ).toEqual([
    {
      id: 1,
      text: 'first',
      bytes: Buffer.from([0, 255]),
      latest_id: 1,
      at: new Date('2026-03-01T09:00:00.123Z'),
    },
    { id: 2, text: "it's", bytes: null, latest_id: null, at: null },
  ]);
  expect(await sql(server.url, 'select rows from counted')).toEqual([{ rows: 2 }]);
  expect(await sql(server.url, `insert into note (text) values ('next') returning id`)).toEqual([{ id: 3 }]);
  await expect(sql(server.url, 'insert into version (note_id) values (99)')).rejects.toThrow(/foreign key/);
  expect(await sql(server.url, 'select rows from counted')).toEqual([{ rows: 3 }]);
  await expect(move()).rejects.toMatchObject({
    code: 'move_refused',
    message: expect.stringContaining('public.note'),
  });
});

test('Given a command that uses the embedded database, Then it is refused', async () => {
  await sql(server.adminUrl, 'create database empty owner target');
  const to = server.url.replace(/[^/]*$/, 'empty');
  const user = await openEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), database: 'notes' });

  await expect(move({ to })).rejects.toMatchObject({ code: 'move_refused' });

  await user.close();
  await expect(move({ to })).resolves.toHaveLength(3);
});

test('Given no instance in the folder, Then it says so and makes none', async () => {
  await expect(
    moveDatabase({
      dataDir: join(folder.path, 'nowhere'),
      database: 'notes',
      to: server.url,
      prepare,
      seeded: [],
      log: () => {},
    }),
  ).rejects.toMatchObject({ code: 'no_instance' });
});
