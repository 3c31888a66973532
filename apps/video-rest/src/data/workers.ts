import { Prisma, type Worker } from '../../generated/client.ts';
import { lostAfterSeconds } from '../domain/worker-state.ts';
import type { EncodingOutcome } from '../figures.ts';
import type { Database, Transaction } from './open-database.ts';

/** What a worker says of itself when it starts. */
export type NewWorker = Pick<
  Worker,
  'host' | 'version' | 'cores' | 'concurrency' | 'encoder' | 'undecodable' | 'isService'
> & {
  /** What it would like to be called. */
  name: string;
};

/** Those that may be at work, by the clock of the database: every process has another. */
const isPresent = Prisma.sql`ended_at is null and seen_at > now() - ${lostAfterSeconds} * interval '1 second'`;

/** Adds a worker, under a name that no other has which is there. */
export function addWorker(
  { prisma }: Pick<Database, 'prisma'>,
  { name, ...worker }: NewWorker,
): Promise<{ id: number; name: string }> {
  return prisma.$transaction(async (tx) => {
    await tx.$executeRaw`select pg_advisory_xact_lock(hashtext('names of workers'))`;
    const present = await tx.$queryRaw<{ name: string }[]>`select name from workers where ${isPresent}`;
    const taken = new Set(present.map((other) => other.name));
    let free = name;
    for (let number = 2; taken.has(free); number += 1) free = `${name}-${number}`;
    return tx.worker.create({ data: { ...worker, name: free }, select: { id: true, name: true } });
  });
}

/** Notes that a worker is there; says whether it is to take up nothing new, or null when it is not known any more. */
export async function noteSeen(
  { pool }: Pick<Database, 'pool'>,
  id: number,
): Promise<{ isDraining: boolean } | null> {
  const { rows } = await pool.query<{ isDraining: boolean }>({
    name: 'note_worker_seen',
    text: 'update workers set seen_at = now() where id = $1 returning is_draining as "isDraining"',
    values: [id],
  });
  return rows[0] ?? null;
}

/** Says of workers that are there whether they take up anything new; returns their names. */
export async function setDraining(
  { prisma }: Pick<Database, 'prisma'>,
  { which, isDraining }: { which: { id: number } | { name: string } | { host: string }; isDraining: boolean },
): Promise<string[]> {
  const [[column = '', value]] = Object.entries(which) as [[string, number | string]];
  const changed = await prisma.$queryRaw<{ name: string }[]>`
    update workers set is_draining = ${isDraining}
    where ${Prisma.raw(column)} = ${value} and ${isPresent} returning name`;
  return changed.map(({ name }) => name).sort();
}

/** A worker, with what it has and had at work of late, the oldest first. */
export type ListedWorker = Prisma.WorkerGetPayload<ReturnType<typeof withStints>>;

const withStints = (since: Date) =>
  ({
    include: {
      stints: {
        where: { OR: [{ endedAt: null }, { endedAt: { gte: since } }] },
        select: {
          startedAt: true,
          endedAt: true,
          outcome: true,
          encoding: { select: { video: { select: { slug: true, title: true } } } },
        },
        orderBy: [{ startedAt: 'desc' }, { id: 'desc' }],
        take: 200,
      },
    },
  }) satisfies Prisma.WorkerDefaultArgs;

/** The workers that were seen in the last hours, by name, and the instant that it is for the database. */
export async function findWorkers(
  tx: Transaction,
  { hours, limit }: { hours: number; limit: number },
): Promise<{ now: Date; since: Date; workers: ListedWorker[] }> {
  const [{ now }] = await tx.$queryRaw<[{ now: Date }]>`select now() as now`;
  const since = new Date(now.getTime() - hours * 3_600_000);
  const workers = await tx.worker.findMany({
    ...withStints(since),
    where: { seenAt: { gte: since } },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    take: limit,
  });
  return { now, since, workers };
}

/** Notes that a worker stopped as it was told to. */
export async function endWorker({ prisma }: Pick<Database, 'prisma'>, id: number): Promise<void> {
  await prisma.$executeRaw`update workers set ended_at = now(), seen_at = now() where id = ${id}`;
}

/** Forgets those that were seen last more than a day ago, with what they did. */
export async function forgetWorkers({ prisma }: Pick<Database, 'prisma'>): Promise<void> {
  await prisma.$executeRaw`delete from workers where seen_at < now() - interval '1 day'`;
}

/** Notes that a worker has taken up a run; null: the worker is not known any more. */
export async function beginStint(
  { prisma }: Pick<Database, 'prisma'>,
  { workerId, encodingId }: { workerId: number; encodingId: number },
): Promise<number | null> {
  const [stint] = await prisma.$queryRaw<{ id: number }[]>`
    with worker as (
      update workers set encodings = array_append(encodings, ${encodingId}), seen_at = now()
      where id = ${workerId} returning id
    )
    insert into stints (worker_id, encoding_id) select id, ${encodingId} from worker returning id`;
  return stint?.id ?? null;
}

/** Notes what became of it. Of two tasks of one run the other stays at work. */
export async function endStint(
  { prisma }: Pick<Database, 'prisma'>,
  { id, outcome }: { id: number; outcome: EncodingOutcome },
): Promise<void> {
  await prisma.$executeRaw`
    with stint as (
      update stints set ended_at = now(), outcome = ${outcome} where id = ${id} returning worker_id, encoding_id
    )
    update workers w
    set encodings = w.encodings[:array_position(w.encodings, encoding_id) - 1]
                 || w.encodings[array_position(w.encodings, encoding_id) + 1:],
        seen_at = now()
    from stint where w.id = worker_id and encoding_id = any(w.encodings)`;
}

/** How many workers there are, and how many of them have been lost without being forgotten yet. */
export async function countWorkers(
  tx: Transaction,
): Promise<{ free: number; busy: number; draining: number; lost: number }> {
  const [counts] = await tx.$queryRaw<[{ free: number; busy: number; draining: number; lost: number }]>`
    select count(*) filter (where ${isPresent} and not is_draining and encodings = '{}')::integer as free,
           count(*) filter (where ${isPresent} and not is_draining and encodings <> '{}')::integer as busy,
           count(*) filter (where ${isPresent} and is_draining)::integer as draining,
           count(*) filter (where ended_at is null and not (${isPresent}))::integer as lost
    from workers`;
  return counts;
}
