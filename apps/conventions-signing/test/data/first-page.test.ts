import { connect } from '@campus/database';
import { expect, test } from '@jest/globals';
import { measureRounds } from '../../src/data/first-page.ts';
import { countSignables } from '../../src/data/list-signables.ts';
import { findLongestAwaited } from '../../src/data/longest-awaited.ts';
import type { Scope } from '../../src/domain/scope.ts';
import { useService } from '../support/service.ts';

const service = useService({ webhook: false });

const addInSigning = `
  with d as (
    insert into documents (sha256, size, bytes) select repeat('0', 64), 1, 'x' from generate_series(1, $1) returning id)
  insert into signables (kind, number, state, round, round_started_at, title, company_name, school, workflow_id,
    search_text, document_id)
  select 'agreement', nextval('agreement_number_seq'), 'signing', 1, $2, 't', 'c', 's', '', '', id from d
  returning id`;

test('Given writers side by side of whom some give up, Then the kept numbers are those that counting gives', async () => {
  const write = async (isKept: boolean) => {
    await using client = await connect(service.databaseUrl);
    for (let n = 0; n < 5; n += 1) {
      await client.query('begin');
      const { rows } = await client.query(addInSigning, [300, '2026-01-05T08:00:00Z']);
      const ids = rows.map(({ id }) => id);
      await client.query(
        "update signables set state = 'signed', signed_outside = id % 3 = 0 where id = any($1) and id % 2 = 0",
        [ids],
      );
      await client.query('delete from signables where id = any($1) and id % 5 = 0', [ids]);
      await client.query(isKept ? 'commit' : 'rollback');
    }
  };

  await Promise.all([write(true), write(true), write(true), write(false)]);

  const { rows } = await service.sql.query(`
    select kind, state, count(*)::int as count, 0 as failing
    from signables group by kind, state`);
  expect(rows).toHaveLength(2);
  expect(new Set(await countSignables(service.sql, 'everything'))).toEqual(new Set(rows));
});

test('Given a scope, Then what it holds is counted, each state by itself', async () => {
  const scope = { departments: ['Physique'], workflows: ['rare'] };
  await service.sql.query("update signables set department = 'Physique' where id % 7 = 0");
  await service.sql.query("update signables set workflow_id = 'rare' where id % 11 = 0");

  const { rows } = await service.sql.query(`
    select kind, state, count(*)::int as count, 0 as failing
    from signables where id % 7 = 0 or id % 11 = 0 group by kind, state`);
  expect(rows).toHaveLength(2);
  expect(new Set(await countSignables(service.sql, scope))).toEqual(new Set(rows));
});

test('Given many who are awaited, Then each is told once, with all of theirs, by their longest turn', async () => {
  await service.sql.query('delete from signables');
  const { rows: signed } = await service.sql.query(addInSigning, [500, '2026-01-01T08:00:00Z']);
  const { rows: silent } = await service.sql.query(addInSigning, [3, '2026-02-01T08:00:00Z']);
  await service.sql.query(
    `insert into signatories (signable_id, position, "order", mail, name, given_name, signature_date)
     select id, position, position + 1,
       case when position = 1 then 'head@u.example' else case when id % 2 = 0 then 'A' else 'a' end || round_started_at::date || '@u.example' end,
       'Martin', 'Ada',
       case when position = 0 and round_started_at < '2026-02-01' then timestamptz '2026-03-01T08:00:00Z' end
     from signables, generate_series(0, 1) position`,
  );
  const longestAt = async (now: string, scope: Scope = 'everything') =>
    (await findLongestAwaited(service.sql, { limit: 5, now: new Date(now), scope })).map(
      ({ mail, since, count, longest }) => [
        mail.toLowerCase(),
        since.toISOString().slice(0, 10),
        count,
        longest.length,
      ],
    );

  // Those who signed late hold back whoever comes after them.
  expect(await longestAt('2026-03-02T08:00:00Z')).toEqual([
    ['a2026-02-01@u.example', '2026-02-01', silent.length, 3],
    ['head@u.example', '2026-03-01', signed.length, 3],
  ]);
  // What lies in the future is not yet a signature.
  expect(await longestAt('2026-02-28T08:00:00Z')).toEqual([
    ['head@u.example', '2026-01-01', signed.length, 3],
    ['a2026-02-01@u.example', '2026-02-01', silent.length, 3],
  ]);
  await service.sql.query("update signables set department = 'Physique' where id = $1", [silent[0].id]);
  expect(await longestAt('2026-03-02T08:00:00Z', { departments: ['Physique'], workflows: [] })).toEqual([
    ['a2026-02-01@u.example', '2026-02-01', 1, 1],
  ]);
});

test('Given more rounds than are looked at, Then a sample tells about how many there were and how long they took', async () => {
  await service.sql.query(
    `insert into signed_rounds (workflow_id, started_at, signed_at)
     select case when n % 4 = 0 then 'paper' else 'standard' end, at - n % 20 * interval '1 day', at
     from generate_series(1, 20000) n, lateral (select timestamptz '2026-01-01' + n * interval '5 minutes' as at) a`,
  );

  const days = await measureRounds(service.sql, new Date('2026-01-18'), 'everything');
  const few = await measureRounds(service.sql, new Date('2026-03-10'), 'everything');

  expect(days.map(({ workflowId, isEstimate }) => [workflowId, isEstimate])).toEqual([
    ['standard', true],
    ['paper', true],
  ]);
  const [standard, paper] = days;
  expect(Math.abs(Number(standard?.rounds) - 11_328)).toBeLessThan(600);
  expect(Math.abs(Number(paper?.rounds) - 3_776)).toBeLessThan(600);
  expect(standard?.medianDays).toBeGreaterThanOrEqual(9);
  expect(standard?.medianDays).toBeLessThanOrEqual(11);
  expect(standard?.ninthDays).toBeGreaterThanOrEqual(17);
  expect(few.map(({ rounds, isEstimate }) => [rounds, isEstimate])).toEqual([
    [312, false],
    [105, false],
  ]);
});
