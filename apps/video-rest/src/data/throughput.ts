import { Prisma } from '../../generated/client.ts';
import type { Transaction } from './open-database.ts';

/** What the encoder did in one hour. */
export interface HourOfEncoding {
  startsAt: Date;
  /** Runs that ended in it. */
  done: number;
  failed: number;
  /** Of the videos of those that are done. */
  videoSeconds: number;
  /** How long the runs that began in it had waited; null: none began. */
  wait: WaitTimes | null;
}

/** In seconds: half of the runs waited no longer, and nine of ten. */
export interface WaitTimes {
  median: number;
  highest: number;
}

/** The most runs that are looked at, by when they were asked for: the pages that show this answer at once. */
const mostRuns = 10_000;

/** The last hours, the one that goes on included, of the runs asked for in the two days before. */
export async function findHoursOfEncoding(
  tx: Transaction,
  { hours }: { hours: number },
): Promise<HourOfEncoding[]> {
  return tx.$queryRaw<HourOfEncoding[]>`
    with recent as (
      select e.state, e.requested_at, e.started_at, e.finished_at, v.duration_seconds
      from encodings e join videos v on v.id = e.video_id
      where e.requested_at > now() - interval '2 days' order by e.requested_at desc limit ${mostRuns}
    ), ended as (
      select date_trunc('hour', finished_at) as hour, count(*) filter (where state = 'done')::integer as done,
             count(*) filter (where state = 'failed')::integer as failed,
             coalesce(sum(duration_seconds) filter (where state = 'done'), 0)::float8 as seconds
      from recent group by 1
    ), begun as (
      select date_trunc('hour', started_at) as hour, ${waitTimes(Prisma.sql`started_at - requested_at`)} as wait
      from recent where started_at is not null group by 1
    )
    select h.hour as "startsAt", coalesce(done, 0) as done, coalesce(failed, 0) as failed,
           coalesce(seconds, 0) as "videoSeconds", wait
    from generate_series(date_trunc('hour', now()) - (${hours}::integer - 1) * interval '1 hour',
                         date_trunc('hour', now()), interval '1 hour') as h(hour)
    left join ended on ended.hour = h.hour left join begun on begun.hour = h.hour
    order by h.hour`;
}

/** How many runs wait now, and for how long they have; counted as far as ten thousand. */
export async function findWaiting(tx: Transaction): Promise<{ runs: number; wait: WaitTimes | null }> {
  const [waiting] = await tx.$queryRaw<[{ runs: number; wait: WaitTimes | null }]>`
    select count(*)::integer as runs, ${waitTimes(Prisma.sql`now() - requested_at`)} as wait
    from (select requested_at from encodings where state = 'queued' limit ${mostRuns}) q`;
  return { ...waiting, wait: waiting.runs === 0 ? null : waiting.wait };
}

function waitTimes(span: Prisma.Sql): Prisma.Sql {
  const part = (share: number) => Prisma.sql`
    percentile_cont(${share}::float8) within group (order by greatest(0, extract(epoch from ${span})::float8))`;
  return Prisma.sql`json_build_object('median', ${part(0.5)}, 'highest', ${part(0.9)})`;
}
