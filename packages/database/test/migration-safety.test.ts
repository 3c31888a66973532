import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { findBreakingChanges } from '../authoring/find-breaking-changes.ts';

const repositoryRoot = path.resolve(import.meta.dirname, '../../..');

/** Migrations that landed before the first release, so that no running version can be older. */
const exempt = ['prisma/conventions-signing/migrations/20261121160000_index_references/migration.sql'];

test('No migration breaks or holds up an older version that runs beside it', async () => {
  let files = 0;
  const found: object[] = [];
  for await (const file of glob('prisma/*/migrations/*/migration.sql', { cwd: repositoryRoot })) {
    files++;
    if (exempt.includes(file)) continue;
    const changes = findBreakingChanges(await readFile(path.join(repositoryRoot, file), 'utf8'));
    found.push(...changes.map((change) => ({ file, ...change })));
  }

  expect(files).toBeGreaterThan(4);
  expect(found).toEqual([]);
});

test.each([
  'DROP TABLE "videos"',
  'ALTER TABLE "videos" DROP COLUMN "speed"',
  'ALTER TABLE "videos" ADD COLUMN "a" TEXT, DROP COLUMN "b"',
  'ALTER TABLE "videos" RENAME COLUMN "speed" TO "pace"',
  'ALTER TABLE "videos" RENAME TO "films"',
  'alter table only public.videos alter column speed set data type real',
  'ALTER TABLE "videos" ADD COLUMN "a" INTEGER DEFAULT 0 NOT NULL, ADD COLUMN "b" INTEGER NOT NULL',
  'ALTER TABLE "videos" ALTER COLUMN "speed" SET NOT NULL',
  'ALTER TABLE "videos" ALTER COLUMN "speed" DROP DEFAULT',
  'ALTER TABLE "videos" ADD CONSTRAINT "videos_speed_check" CHECK ("speed" > 0)',
  'CREATE UNIQUE INDEX CONCURRENTLY "videos_title_key" ON "videos"("title")',
  'CREATE INDEX "videos_title_idx" ON "videos"("title")',
  `ALTER TYPE "encoding_state" ADD VALUE 'paused'`,
  'TRUNCATE "videos"',
  'DROP FUNCTION keep_row_count',
  'LOCK TABLE "videos"',
])('%s: refused', (statement) => {
  expect(findBreakingChanges(`-- Why not.\n${statement};\n`)).toHaveLength(1);
});

test.each([
  'ALTER TABLE "videos" ADD COLUMN "a" TEXT',
  'ALTER TABLE "videos" ADD COLUMN "a" DECIMAL(10,2) NOT NULL DEFAULT 0',
  'ALTER TABLE "videos" ALTER COLUMN "speed" DROP NOT NULL',
  'ALTER TABLE "videos" DROP CONSTRAINT "videos_speed_check"',
  'DROP INDEX "videos_title_idx"',
  'CREATE TABLE "new" ("a" TEXT NOT NULL); CREATE UNIQUE INDEX "new_a_key" ON "new"("a"); ALTER TABLE "new" ADD CHECK ("a" > 1)',
  'ALTER TABLE "videos" ADD COLUMN "a" TEXT; CREATE UNIQUE INDEX "videos_a_key" ON "videos"("a")',
  'CREATE INDEX CONCURRENTLY "videos_title_idx" ON "videos"("title")',
  `UPDATE "videos" SET "title" = 'DROP TABLE "videos"; LOCK' WHERE false /* ; DROP TABLE */`,
  'CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN DROP TABLE "x"; LOCK "y"; END $$',
])('%s: accepted', (script) => {
  expect(findBreakingChanges(`${script};\n`)).toEqual([]);
});

test('Given a comment that says why older versions do not mind, Then the statement below it is accepted, and no other', () => {
  const script = `
-- Safe beside older versions: unused since 2.3.0.
ALTER TABLE "videos" DROP COLUMN "speed";
ALTER TABLE "videos" DROP COLUMN "pace";
`;

  expect(findBreakingChanges(script)).toEqual([
    { statement: 'ALTER TABLE "videos" DROP COLUMN "pace"', why: expect.stringContaining('older version') },
  ]);
});
