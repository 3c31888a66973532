import type pg from 'pg';
import { claimEncoding } from '../../src/data/encoding-queue.ts';
import type { Database } from '../../src/data/open-database.ts';
import type { Claim } from './simulate.ts';

/** The orders that are compared, by what people call them. */
export function ordersOn(db: Database): Record<string, Claim> {
  const turns =
    (runningPerOwner: number): Claim =>
    async (now, ticket) => {
      const wanted = { ticket, now, runningPerOwner, undecodable: [] };
      const claimed = await db.prisma.$transaction((tx) => claimEncoding(tx, wanted));
      return claimed?.hold.id ?? null;
    };
  return {
    'first come, first served': claimBy(
      db.pool,
      `select id from encodings where state = 'queued' order by requested_at, id limit 1`,
    ),
    'turns, all numbered': claimBy(db.pool, nextOfAllNumbered),
    turns: turns(0),
    'turns, 2 at work an owner': turns(2),
  };
}

/** As `claimEncoding` did before owners stood in the runs. */
const nextOfAllNumbered = `
  select id from (
    select q.id, row_number() over (order by q.nth + coalesce(w.runs, 0), u.encode_turn_at nulls first, q.requested_at, q.id) as place
    from (select e.id, e.requested_at, v.owner_id,
                 row_number() over (partition by v.owner_id order by e.requested_at, e.id) as nth
          from encodings e join videos v on v.id = e.video_id
          where e.state = 'queued') q
    join users u on u.id = q.owner_id
    left join (select v.owner_id, count(*) as runs
               from encodings e join videos v on v.id = e.video_id
               where e.state = 'running' group by v.owner_id) w on w.owner_id = q.owner_id) o
  order by place limit 1`;

function claimBy(pool: pg.Pool, next: string): Claim {
  return async (now, ticket) => {
    const { rows } = await pool.query<{ id: number }>(
      `with claimed as (
         update encodings set state = 'running', ticket = $1, claims = claims + 1, attempts = attempts + 1, started_at = $2
         where id = (${next}) returning id, owner_id
       ), turn as (
         update users set encode_turn_at = $2 where id in (select owner_id from claimed)
       )
       select id from claimed`,
      [ticket, now],
    );
    return rows[0]?.id ?? null;
  };
}
