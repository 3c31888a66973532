import { sql } from '@campus/database';
import { expect, test } from '@jest/globals';
import { passOverId } from '../src/data/row-ids.ts';
import { useService } from './support/service.ts';

const service = useService();

test('Given ids that several pass over at once, Then the next one is behind all of them', async () => {
  const { pool } = service.db;
  const next = async () =>
    (await sql<{ id: number }>`select nextval('groups_id_seq')::int as id`.row(pool))?.id;
  const behind: unknown[] = [];
  for (let round = 1; round <= 100; round += 1) {
    const ids = Array.from({ length: 8 }, (_, place) => round * 1_000 + ((place * 5) % 8));
    await Promise.all(ids.map((id) => passOverId(pool, 'groups', id)));
    behind.push(await next());
  }

  expect(behind).toEqual(behind.map((_, place) => (place + 1) * 1_000 + 8));
  const held = await sql<{ count: number }>`
    select count(*)::int as count from pg_locks
    where locktype = 'advisory' and classid = hashtext('ids passed over')::oid
      and database = (select oid from pg_database where datname = current_database())`.row(pool);
  expect(held?.count).toBe(0);
});

test('Given ids that are passed over while others are given the next ones, Then none is given twice', async () => {
  const { pool } = service.db;
  const last = async () => {
    const row = await sql<{ id: number }>`select pg_sequence_last_value('channels_id_seq')::int as id`.row(
      pool,
    );
    return Number(row?.id ?? 0);
  };
  let isOver = false;
  const taking = sql<{ twice: number }>`
    select (count(*) - count(distinct id))::int as twice
    from (select nextval('channels_id_seq') as id from generate_series(1, 2000000)) g`
    .row(pool)
    .finally(() => {
      isOver = true;
    });
  // As near as they come while it is asked, so that they are met at every instant of it.
  for (let near = 1_000, round = 0; !isOver; round = (round + 7) % 100) {
    const before = await last();
    await passOverId(pool, 'channels', before + Math.floor((near * round) / 100));
    near = Math.max(100, (await last()) - before);
  }

  expect(await taking).toEqual({ twice: 0 });
});
