import { Prisma } from '../../generated/client.ts';

/**
 * The queued runs as they will be taken up: a table of ids, and of places from 1.
 *
 * Owners take turns. The run that is the first of its owner comes before the second of any other, what is at work for
 * an owner counting too; among owners who have as much, the one whose last turn is longest ago comes first. So whoever
 * asks for a hundred runs delays another by one of them, however many processes encode.
 */
export const queuedRunsInOrder = Prisma.sql`
  select q.id, row_number() over (order by q.nth + coalesce(w.runs, 0), u.encode_turn_at nulls first, q.requested_at, q.id) as place
  from (select e.id, e.requested_at, v.owner_id,
               row_number() over (partition by v.owner_id order by e.requested_at, e.id) as nth
        from encodings e join videos v on v.id = e.video_id
        where e.state = 'queued') q
  join users u on u.id = q.owner_id
  left join (select v.owner_id, count(*) as runs
             from encodings e join videos v on v.id = e.video_id
             where e.state = 'running' group by v.owner_id) w on w.owner_id = q.owner_id`;
