import { sql } from '@campus/database';
import { expect, test } from '@jest/globals';
import { passOverId } from '../src/data/pass-over-id.ts';
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
    where locktype = 'advisory' and classid = hashtext('ids passed over')::oid`.row(pool);
  expect(held?.count).toBe(0);
});
