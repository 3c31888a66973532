import { type Queryable, type Sql, sql } from '@campus/database';
import type { Stint, Worker } from '../../generated/client.ts';
import { lostAfterSeconds } from '../domain/worker-state.ts';
import type { EncodingOutcome } from '../figures.ts';
import type { Database } from './open-database.ts';

/** What a worker says of itself when it starts. */
export type NewWorker = Pick<
  Worker,
  'host' | 'version' | 'cores' | 'concurrency' | 'encoder' | 'undecodable' | 'isService'
> & {
  /** What it would like to be called. */
  name: string;
};

/** Those that may be at work, by the clock of the database: every process has another. */
const isPresent = sql`ended_at is null and seen_at > now() - ${lostAfterSeconds} * interval '1 second'`;

/** Adds a worker, under a name that no other has which is there. */
export async function addWorker(
  tx: Queryable,
  { name, host, version, cores, concurrency, encoder, undecodable, isService }: NewWorker,
): Promise<{ id: number; name: string }> {
  await sql`select pg_advisory_xact_lock(hashtext('names of workers'))`.run(tx);
  const present = await sql<{ name: string }>`select name from workers where ${isPresent}`.rows(tx);
  const taken = new Set(present.map((other) => other.name));
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name}-${number}`;
  // Not by the client, of which a process that waits for something to encode has no need (60 MB).
  const added = await sql<{ id: number }>`
    insert into workers (name, host, version, cores, concurrency, encoder, undecodable, is_service)
    values (${free}, ${host}, ${version}, ${cores}, ${concurrency}, ${encoder}, ${undecodable}, ${isService})
    returning id`.row(tx);
  return { id: Number(added?.id), name: free };
}

/** Notes that a worker is there; says whether it is to take up nothing new, or null when it is not known any more. */
export async function noteSeen(
  { pool }: Pick<Database, 'pool'>,
  id: number,
): Promise<{ isDraining: boolean } | null> {
  return sql<{ isDraining: boolean }>`
    update workers set seen_at = now() where id = ${id} returning is_draining`.row(pool);
}

/** Says of workers that are there whether they take up anything new; returns their names. */
export async function setDraining(
  { pool }: Pick<Database, 'pool'>,
  { which, isDraining }: { which: { id: number } | { name: string } | { host: string }; isDraining: boolean },
): Promise<string[]> {
  const [[column = '', value]] = Object.entries(which) as [[string, number | string]];
  const changed = await sql<{ name: string }>`
    update workers set is_draining = ${isDraining}
    where ${sql.identifier(column)} = ${value} and ${isPresent} returning name`.rows(pool);
  return changed.map(({ name }) => name).sort();
}

/** A worker, with what it has and had at work of late, the oldest first. */
export interface ListedWorker extends Worker {
  stints: (Pick<Stint, 'startedAt' | 'endedAt' | 'outcome'> & {
    encoding: { video: { slug: string; title: string } };
  })[];
}

/** The workers that were seen in the last hours, by name, and the instant that it is for the database. */
export async function findWorkers(
  db: Queryable,
  { hours, limit }: { hours: number; limit: number },
): Promise<{ now: Date; since: Date; workers: ListedWorker[] }> {
  const { now = new Date() } = (await sql<{ now: Date }>`select now() as now`.row(db)) ?? {};
  const since = new Date(now.getTime() - hours * 3_600_000);
  const workers = await sql<Worker & { stints: StoredStint[] | null }>`
    select w.id, w.name, w.host, w.version, w.cores, w.concurrency, w.encoder, w.undecodable, w.is_service, w.is_draining,
      w.encodings, w.started_at, w.seen_at, w.ended_at,
      (select json_agg(s) from (
         select s.started_at, s.ended_at, s.outcome, v.slug, v.title
         from stints s join encodings e on e.id = s.encoding_id join videos v on v.id = e.video_id
         where s.worker_id = w.id and (s.ended_at is null or s.ended_at >= ${since})
         order by s.started_at desc, s.id desc limit 200) s) as stints
    from workers w where w.seen_at >= ${since} order by w.name, w.id limit ${limit}`.rows(db);
  return { now, since, workers: workers.map((worker) => ({ ...worker, stints: stintsOf(worker.stints) })) };
}

/** As JSON has it. */
interface StoredStint {
  started_at: string;
  ended_at: string | null;
  outcome: string | null;
  slug: string;
  title: string;
}

function stintsOf(stored: StoredStint[] | null): ListedWorker['stints'] {
  return (stored ?? []).map(({ started_at: startedAt, ended_at: endedAt, outcome, ...video }) => ({
    startedAt: new Date(startedAt),
    endedAt: endedAt === null ? null : new Date(endedAt),
    outcome,
    encoding: { video },
  }));
}

/** Notes that a worker stopped as it was told to. */
export async function endWorker({ pool }: Pick<Database, 'pool'>, id: number): Promise<void> {
  await sql`update workers set ended_at = now(), seen_at = now() where id = ${id}`.run(pool);
}

/** Forgets those that were seen last more than a day ago, with what they did. */
export async function forgetWorkers({ pool }: Pick<Database, 'pool'>): Promise<void> {
  await sql`delete from workers where seen_at < now() - interval '1 day'`.run(pool);
}

/** Notes that a worker has taken up a run; null: the worker is not known any more. */
export async function beginStint(
  { pool }: Pick<Database, 'pool'>,
  { workerId, encodingId }: { workerId: number; encodingId: number },
): Promise<number | null> {
  const [stint] = await sql<{ id: number }>`
    with worker as (
      update workers set encodings = array_append(encodings, ${encodingId}), seen_at = now()
      where id = ${workerId} returning id
    )
    insert into stints (worker_id, encoding_id) select id, ${encodingId}
    from worker returning id`.rows(pool);
  return stint?.id ?? null;
}

/** Notes what became of it. Of two tasks of one run the other stays at work. */
export async function endStint(
  { pool }: Pick<Database, 'pool'>,
  { id, outcome }: { id: number; outcome: EncodingOutcome },
): Promise<void> {
  await sql`
    with stint as (
      update stints set ended_at = now(), outcome = ${outcome} where id = ${id} returning worker_id, encoding_id
    )
    update workers w
    set encodings = w.encodings[:array_position(w.encodings, encoding_id) - 1]
                 || w.encodings[array_position(w.encodings, encoding_id) + 1:],
        seen_at = now()
    from stint where w.id = worker_id and encoding_id = any(w.encodings)`.run(pool);
}

type WorkerCounts = Record<'free' | 'busy' | 'draining' | 'lost', number>;

/** How many workers there are, and how many of them have been lost without being forgotten yet. */
export async function countWorkers(db: Queryable): Promise<WorkerCounts> {
  const counts = await sql<WorkerCounts>`
    select count(*) filter (where ${isPresent} and not is_draining and encodings = '{}')::integer as free,
           count(*) filter (where ${isPresent} and not is_draining and encodings <> '{}')::integer as busy,
           count(*) filter (where ${isPresent} and is_draining)::integer as draining,
           count(*) filter (where ended_at is null and not (${isPresent}))::integer as lost
    from workers`.row(db);
  return counts ?? { free: 0, busy: 0, draining: 0, lost: 0 };
}

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
