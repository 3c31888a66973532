import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode, OperatorError } from '@campus/config';
import { activeSpan } from '@campus/service';
import type pg from 'pg';
import { type Db, fromPrisma, PgBoss, type PrismaTransactionLike } from 'pg-boss';
import { type Occurrence, occurrencesAround, type TimeOfDay, takeOccurrence } from './daily.ts';
import { openQueueConnections } from './queue-connections.ts';
import { runJob } from './run-job.ts';

/** A queue, declared once where its handler lives. `Data` is what a job carries. */
export interface Queue<Data extends object> {
  name: string;
  /** After this long a running job is taken to be stuck and given to another worker. */
  expireInSeconds: number;
  /**
   * What becomes of a running job when the process stops: it has a while to finish (when absent), or, since it takes
   * far longer than that, `signal` aborts at once and another process takes it up.
   */
  atStop?: 'hand back';
  /** Only for the type of the jobs. */
  data?: Data;
}

/** A transaction of pg. */
interface PgTransaction {
  query(statement: pg.QueryConfig): Promise<pg.QueryResult>;
}

interface SendOptions {
  /** Not before this instant; at once when absent. */
  startAfter?: Date | undefined;
  /** Jobs of one group never run at the same time, over all processes. */
  group?: string;
  /** Whether others of the queue that are due go before it. */
  givesWay?: boolean | undefined;
  /** One of the jobs of a queue that say the same here is kept; a week after it was done they begin anew. */
  once?: string;
}

/** How many jobs of a queue there are, over all processes. */
interface QueueDepth {
  queue: string;
  /** Due, and waiting for a worker. */
  ready: number;
  /** For later. */
  deferred: number;
  /** At work. */
  active: number;
  /** Given up, and not yet forgotten. */
  failed: number;
}

/** What a queue keeps waiting, over all processes. */
interface QueueWait {
  queue: string;
  /** Since its oldest job that has not begun was due; zero while all of them are for later. */
  oldestSeconds: number;
  /** Jobs that have failed ten times or more, and are tried again. */
  failing: number;
}

export interface Jobs {
  /** Adds a job inside the caller's transaction: there after its commit, gone with its rollback. */
  send<Data extends object>(
    tx: PrismaTransactionLike | PgTransaction,
    queue: Queue<Data>,
    data: Data,
    options?: SendOptions,
  ): Promise<void>;
  /**
   * Runs the queue's jobs, `concurrency` at a time in this process. A handler may run twice for one job
   * (a crash, a lost claim) and must leave the same result as once. `signal` aborts when the claim is lost
   * or the process stops. A handler that throws is called again, at first after a second; see `UnfitProcess`.
   */
  work<Data extends object>(
    queue: Queue<Data>,
    concurrency: number,
    handle: (data: Data, signal: AbortSignal) => Promise<void>,
  ): Promise<void>;
  /**
   * Runs `handle` every day at a time of day: once over all processes, also over changes of the clocks. When none ran at
   * that instant, the first to come does it then, once for all days that were missed; of the days before this was first
   * called, the last counts as missed where the work `isOwedAtOnce`, and otherwise none. It may be called twice for one
   * occurrence, as `work` says.
   */
  daily(
    queue: Queue<Occurrence>,
    time: TimeOfDay & { isOwedAtOnce?: boolean },
    handle: (at: Date, signal: AbortSignal) => Promise<void>,
  ): Promise<void>;
  /** How deep every queue is, a few seconds ago: read where the queue itself keeps count, cheap however many jobs. */
  depths(): Promise<QueueDepth[]>;
  /** What every queue keeps waiting now; those where nothing waits are not among them. */
  waits(): Promise<QueueWait[]>;
  /**
   * The first thing of a stop: from here on no job is begun in this process, and those to be handed back are aborted.
   * The others go on, and jobs can still be sent: requests at work may need it.
   */
  beginStop(): void;
  /**
   * Lets running jobs finish for 5 s; those left are aborted and taken up by another process, as those to be handed
   * back were by `beginStop`, which it calls when nobody has. Resolves when their handlers have ended too, at most 5 s
   * later.
   */
  stop(): Promise<void>;
}

/** The tables of the job queue are not there, old, or not for the role of the service, which may not change that. */
export class JobTablesError extends OperatorError {
  constructor(options: { cause: unknown }) {
    super(
      "The role in database.url may not use the tables of the job queue, or may not make those that this version needs. Run the service's command migrate with the owner of the tables in database.url: npm run migrate -- --grant <role of the service>",
      options,
    );
  }
}

const stopMs = 5_000;

const workOptions = {
  groupConcurrency: 1,
  pollingIntervalSeconds: 1,
  // A job whose time comes later sends no NOTIFY: this interval is its latency.
  notifyPollingIntervalSeconds: 1,
  heartbeatRefreshSeconds: 2,
};

/** How the names of queues begin that pg-boss has for itself. */
const ownQueues = '__pgboss';

/**
 * Opens the job queue (pg-boss) on the service's own database, making its tables at the first start.
 *
 * Measured: a job reaches its handler 1.5 ms after the commit, and the jobs of a worker that was killed
 * are taken up by another after 9 to 11 s with these intervals.
 *
 * @throws JobTablesError
 */
export async function startJobs(given: {
  databaseUrl: string;
  onError: (error: Error) => void;
  now?: () => Date;
}): Promise<Jobs> {
  const { databaseUrl, onError, now = () => new Date() } = given;
  const connections = openQueueConnections({ databaseUrl, onError });
  const boss = await startBoss(connections, onError);
  const handlers = new Set<Promise<void>>();
  const worked = new Set<string>();
  const stopping = new AbortController();
  const running = { boss, handlers, stopping: stopping.signal, onError };
  const declare = declareOnce(boss);

  const jobs: Jobs = {
    async send(tx, queue, data, { startAfter, group, givesWay = false, once } = {}) {
      await declare(queue);
      const traceparent = activeSpan()?.traceparent;
      await boss.send(queue.name, traceparent === undefined ? data : { ...data, traceparent }, {
        db: 'query' in tx ? preparedOn(tx) : fromPrisma(tx),
        startAfter,
        priority: givesWay ? -1 : 0,
        ...(once !== undefined && { id: jobId(queue.name, once) }),
        group: group === undefined ? undefined : { id: group },
      });
    },
    async work(queue, concurrency, handle) {
      await declare(queue);
      worked.add(queue.name);
      for (let worker = 0; worker < concurrency; worker += 1) {
        let id = '';
        id = await boss.work<object>(queue.name, workOptions, async (taken) => {
          for (const job of taken) await runJob(running, { queue, job, handle });
          // Or the next of a backlog would wait for the next poll.
          boss.notifyWorker(id);
        });
      }
    },
    async daily(queue, time, handle) {
      await declare(queue);
      const promise = async (at: Date) => {
        const options = { id: jobId(queue.name, at.toISOString()), startAfter: at, group: { id: 'daily' } };
        await boss.send(queue.name, { at: at.toISOString() } satisfies Occurrence, options);
      };
      const { latest, next } = occurrencesAround(now(), time);
      await promise(next);
      if (time.isOwedAtOnce) await promise(latest);
      await jobs.work(queue, 1, takeOccurrence({ time, now, promise, handle }));
    },
    depths: () => depthsOf(boss),
    async waits() {
      const { rows } = await connections.executeSql(waitsOfQueues);
      return rows;
    },
    beginStop,
    async stop() {
      beginStop();
      await boss.stop({ graceful: true, timeout: stopMs });
      // Whoever was cut off still clears up, on connections that the caller closes next.
      await Promise.race([Promise.allSettled(handlers), sleep(stopMs, undefined, { ref: false })]);
      await connections.close();
    },
  };
  return jobs;

  function beginStop(): void {
    if (stopping.signal.aborted) return;
    // Nothing is fetched any more, or this process would take up what it hands back.
    for (const name of worked) boss.offWork(name, { wait: false }).catch(onError);
    stopping.abort();
  }
}

/**
 * Planning the statement that adds a job takes PostgreSQL several times as long as doing it; it is the same one for all
 * jobs of a queue, and another one in another version of pg-boss.
 */
function preparedOn(tx: PgTransaction): Db {
  return {
    executeSql: (text, values) =>
      tx.query({ name: createHash('sha256').update(text).digest('base64'), text, values }),
  };
}

async function startBoss(
  connections: ReturnType<typeof openQueueConnections>,
  onError: (error: Error) => void,
): Promise<PgBoss> {
  const boss = new PgBoss({
    db: connections,
    schedule: false,
    useListenNotify: true,
    superviseIntervalSeconds: 2,
    monitorIntervalSeconds: 2,
  });
  boss.on('error', onError);
  try {
    await boss.start();
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => {});
    await connections.close();
    throw errorCode(error) === notAllowed ? new JobTablesError({ cause: error }) : error;
  }
  return boss;
}

/** Makes each queue at its first use. */
function declareOnce(boss: PgBoss): (queue: Queue<object>) => Promise<void> {
  const declared = new Map<string, Promise<void>>();
  return ({ name, expireInSeconds }) => {
    const known = declared.get(name);
    if (known !== undefined) return known;
    const made = boss.createQueue(name, {
      notify: true,
      heartbeatSeconds: 10,
      expireInSeconds,
      // Work that must not be lost: a job ends by its own outcome, never because its worker died too often.
      retryLimit: 100_000,
      retryDelay: 1,
      retryBackoff: true,
      retryDelayMax: 300,
      // A service that was switched off for long still finds what it had promised.
      retentionSeconds: 400 * 24 * 3600,
    });
    declared.set(name, made);
    // What failed once is tried again by the next that needs it.
    made.catch(() => declared.delete(name));
    return made;
  };
}

async function depthsOf(boss: PgBoss): Promise<QueueDepth[]> {
  const queues = await boss.getQueues();
  return queues
    .filter(({ name }) => !name.startsWith(ownQueues))
    .map(({ name, readyCount, deferredCount, activeCount, failedCount }) => ({
      queue: name,
      ready: readyCount,
      deferred: deferredCount,
      active: activeCount,
      failed: failedCount,
    }));
}

const waitsOfQueues = `
  select name as queue, greatest(0, extract(epoch from now() - min(start_after)))::float8 as "oldestSeconds",
    (count(*) filter (where retry_count >= 10))::integer as failing
  from pgboss.job where state < 'active' and name not like '${ownQueues}%' group by name`;

/** SQLSTATE insufficient_privilege. */
const notAllowed = '42501';

/** The id of the one job of a queue that says this: a UUID, the same in all processes. */
function jobId(queue: string, said: string): string {
  const digest = createHash('sha256').update(`${queue} ${said}`).digest('hex');
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}
