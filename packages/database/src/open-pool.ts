import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { whyDatabaseIsAway } from './why-database-is-away.ts';

/** So long a lent connection may bring nothing, before the database is asked whether it is there. */
const defaultSilenceMs = 3_000;

/** So long it may take to answer, over a connection of its own. */
const defaultAnswerMs = 6_000;

/** How long silence lasts until the database counts as away. */
export interface Silence {
  silenceMs: number;
  answerMs: number;
}

/** What is said of it, as pg says of a connection that broke. */
const away = () => new Error('Connection terminated: the database does not answer');

/**
 * Opens a pool of connections. When nothing comes over one that is lent, and the database answers nobody else either, all
 * that wait for it are cut, and who comes until it answers again is refused at once: they would wait for as long as TCP
 * does. A statement that takes long is left alone, for then the database answers.
 *
 * Whatever breaks a lent connection is told to whoever has a statement on it; a process does not end because of it.
 */
export function openPool({
  url,
  poolSize,
  silence: { silenceMs, answerMs } = { silenceMs: defaultSilenceMs, answerMs: defaultAnswerMs },
}: {
  url: string;
  poolSize: number;
  silence?: Silence | undefined;
}): pg.Pool {
  let isAway = false;
  class Client extends pg.Client {
    override connect(): Promise<pg.Client>;
    override connect(done: (error: Error) => void): void;
    override connect(done?: (error: Error) => void) {
      if (done === undefined) return super.connect();
      if (isAway) process.nextTick(done, away());
      else super.connect(done);
      return undefined;
    }
  }
  const pool = new pg.Pool({ connectionString: url, max: poolSize, connectionTimeoutMillis: 10_000, Client });
  const lent = new Map<pg.PoolClient, { bytesRead: number; since: number }>();
  const ignore = () => {};
  pool.on('acquire', (client) => {
    client.on('error', ignore);
    lent.set(client, { bytesRead: socketOf(client).bytesRead, since: performance.now() });
  });
  pool.on('release', (_error, client) => {
    client.off('error', ignore);
    lent.delete(client);
  });
  const silent = () => {
    const now = performance.now();
    for (const [client, seen] of lent) {
      const { bytesRead } = socketOf(client);
      if (bytesRead !== seen.bytesRead) Object.assign(seen, { bytesRead, since: now });
    }
    return [...lent].filter(([, { since }]) => now - since > silenceMs);
  };
  let isAsking = false;
  const timer = setInterval(async () => {
    if (pool.ended) clearInterval(timer);
    if (isAsking || (!isAway && silent().length === 0)) return;
    isAsking = true;
    isAway = !(await answers(url, answerMs));
    isAsking = false;
    for (const [client, seen] of silent()) {
      if (isAway) socketOf(client).destroy(away());
      else seen.since = performance.now();
    }
  }, silenceMs / 3).unref();
  return pool;
}

function socketOf(client: pg.ClientBase): Socket {
  return (Reflect.get(client, 'connection') as { stream: Socket }).stream;
}

/** Whether anybody is there: a refusal by the database itself is an answer, and a want of ours tells nothing of it. */
async function answers(url: string, withinMs: number): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  const asked = client.connect().then(
    () => true,
    (error: unknown) => error instanceof pg.DatabaseError || whyDatabaseIsAway(error) === undefined,
  );
  const over = new AbortController();
  try {
    return await Promise.race([asked, sleep(withinMs, false, { signal: over.signal, ref: false })]);
  } finally {
    over.abort();
    socketOf(client).destroy();
  }
}
