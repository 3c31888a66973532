import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrate } from '@campus/database';
import { createEmptyDatabase } from '@campus/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { givenManyDrafts } from '../support/many-drafts.ts';

const migrations = path.resolve(import.meta.dirname, '../../../../prisma/conventions-signing/migrations');
const firstOfTimes = '20261123065500_add_due_dates_and_times';

const closing: (() => Promise<unknown>)[] = [];
let sql: pg.Pool;
let url: string;

beforeAll(async () => {
  const database = await createEmptyDatabase();
  closing.push(() => database.drop());
  ({ url } = database);
  sql = new pg.Pool({ connectionString: url, max: 4 });
  closing.push(() => sql.end());
  const before = await mkdtemp(path.join(tmpdir(), 'fill-times-'));
  closing.push(() => rm(before, { recursive: true }));
  for (const name of await readdir(migrations))
    if (name < firstOfTimes || name.endsWith('.toml'))
      await cp(path.join(migrations, name), path.join(before, name), { recursive: true });
  await migrate({ url, directory: before });
});

afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

/** Lets something happen to records of these numbers, as versions that know no times do. */
async function happen(numbers: readonly number[], { event, state }: { event: string; state: string }) {
  await sql.query(
    `with changed as (
       update signables set state = $2::signable_state, round = 1,
         round_started_at = case when $2 <> 'draft' then now() end
       where number = any($1::int[]) returning id
     )
     insert into history (signable_id, at, event, actor, detail) select id, now(), $3, 'service', '{}' from changed`,
    [numbers, state, event],
  );
}

test('Given a version before this one that goes on working during the upgrade, Then each record has its times', async () => {
  const old = await givenManyDrafts(sql, 3_500, { daysOld: 400 });
  await happen(old.slice(0, 1_000), { event: 'signed', state: 'signed' });
  const upgrade = { isOver: false };
  const later: number[] = [];
  const workOn = async () => {
    for (let turn = 0; !upgrade.isOver; turn += 1) {
      const numbers = await givenManyDrafts(sql, 1);
      later.push(...numbers);
      await happen(numbers, { event: 'registered', state: 'draft' });
      await happen([old[1_000 + turn] ?? 0], { event: 'signing-started', state: 'signing' });
      await happen([old[3_499 - turn] ?? 0], { event: 'signed', state: 'signed' });
    }
  };

  const working = workOn();
  await migrate({ url, directory: migrations }).finally(() => {
    upgrade.isOver = true;
  });
  await working;

  const { rows } = await sql.query(`
    select count(*)::int as count, count(*) filter (where s.kind = t.kind and s.number = t.number and s.state = t.state
      and (s.state = 'signed') = (t.signed_at is not null)
      and t.updated_at = coalesce((select max(at) from history h where h.signable_id = s.id), s.created_at))::int as right
    from signables s left join signable_times t on t.signable_id = s.id`);
  expect(later.length).toBeGreaterThan(0);
  expect(rows).toEqual([{ count: old.length + later.length, right: old.length + later.length }]);
});
