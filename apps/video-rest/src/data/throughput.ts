import { type Queryable, type Sql, sql } from '@campus/database';

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
  db: Queryable,
  { hours }: { hours: number },
): Promise<HourOfEncoding[]> {
  return sql<HourOfEncoding>`
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
      select date_trunc('hour', started_at) as hour, ${waitTimes(sql`started_at - requested_at`)} as wait
      from recent where started_at is not null group by 1
    )
    select h.hour as starts_at, coalesce(done, 0) as done, coalesce(failed, 0) as failed,
           coalesce(seconds, 0) as video_seconds, wait
    from generate_series(date_trunc('hour', now()) - (${hours}::integer - 1) * interval '1 hour',
                         date_trunc('hour', now()), interval '1 hour') as h(hour)
    left join ended on ended.hour = h.hour left join begun on begun.hour = h.hour
    order by h.hour`.rows(db);
}

/** How many runs wait now, and for how long they have; counted as far as ten thousand. */
export async function findWaiting(db: Queryable): Promise<{ runs: number; wait: WaitTimes | null }> {
  const waiting = await sql<{ runs: number; wait: WaitTimes | null }>`
    select count(*)::integer as runs, ${waitTimes(sql`now() - requested_at`)} as wait
    from (select requested_at from encodings where state = 'queued' limit ${mostRuns}) q`.row(db);
  return waiting === null || waiting.runs === 0 ? { runs: 0, wait: null } : waiting;
}

function waitTimes(span: Sql): Sql {
  const part = (share: number) => sql`
    percentile_cont(${share}::float8) within group (order by greatest(0, extract(epoch from ${span})::float8))`;
  return sql`json_build_object('median', ${part(0.5)}, 'highest', ${part(0.9)})`;
}
