import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Db } from 'pg-boss';

/** What pg-boss works on, and how it is let go. */
interface QueueConnections extends Required<Pick<Db, 'executeSql' | 'listen'>> {
  close(): Promise<void>;
}

const poolSize = 5;
const connectWithinMs = 10_000;

/** A connection that only listens says nothing when it has gone silent: it is asked this often. */
const askEveryMs = 10_000;
const answerWithinMs = 5_000;

const longestPauseMs = 30_000;

/**
 * Connections for pg-boss: a pool, and one that listens for new jobs and comes back by itself.
 *
 * Its own take their listeners off a connection before they end it: what the server says in that instant, such as that
 * it stops too, would end the process as an unhandled error (pg-boss 12.35).
 *
 * @param options.onError  hears of a connection that broke while nobody waited for it
 */
export function openQueueConnections(given: {
  databaseUrl: string;
  onError: (error: Error) => void;
}): QueueConnections {
  const { databaseUrl, onError } = given;
  const options = {
    connectionString: databaseUrl,
    application_name: 'pgboss',
    connectionTimeoutMillis: connectWithinMs,
  };
  const pool = new pg.Pool({ ...options, max: poolSize });
  let isClosed = false;
  pool.on('error', (error) => {
    if (!isClosed) onError(error);
  });
  return {
    executeSql: (text, values) => pool.query(text, values),
    async listen(channel, onNotification, onReconnect) {
      const subscribe = () => openListener(options, { channel, onNotification });
      // pg-boss polls alone when this fails.
      const first = await subscribe();
      const closing = new AbortController();
      const { signal } = closing;
      const keeping = keepListening({ first, subscribe, onError, signal, onBack: onReconnect });
      return {
        async close() {
          closing.abort();
          await keeping;
        },
      };
    },
    async close() {
      isClosed = true;
      await pool.end();
    },
  };
}

interface Listener {
  /** Resolves with the reason when it has ended, or answers no more. */
  broken: Promise<Error>;
  end(): Promise<void>;
}

async function openListener(
  options: pg.ClientConfig,
  { channel, onNotification }: { channel: string; onNotification: (payload: string) => void },
): Promise<Listener> {
  const client = new pg.Client({ ...options, keepAlive: true });
  let reason = new Error('the connection that listens for jobs has ended');
  client.on('error', (error) => {
    reason = error;
  });
  client.on('notification', ({ payload }) => {
    if (payload !== undefined) onNotification(payload);
  });
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  try {
    await client.connect();
    await client.query(`listen ${pg.escapeIdentifier(channel)}`);
  } catch (error) {
    void client.end().catch(() => {});
    throw error;
  }
  const silent = new AbortController();
  const asking = askUntil(client, silent.signal);
  return {
    broken: Promise.race([ended.then(() => reason), asking.then((error) => error ?? reason)]),
    async end() {
      silent.abort();
      await client.end().catch(() => {});
    },
  };
}

/** Asks from time to time. Resolves with the error when there is no answer; with undefined when `signal` aborts. */
async function askUntil(client: pg.Client, signal: AbortSignal): Promise<Error | undefined> {
  const isThere: pg.QueryConfig & { query_timeout: number } = {
    text: 'select 1',
    query_timeout: answerWithinMs,
  };
  for (;;) {
    await sleep(askEveryMs, undefined, { signal, ref: false }).catch(() => undefined);
    if (signal.aborted) return undefined;
    try {
      await client.query(isThere);
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }
}

async function keepListening(options: {
  first: Listener;
  subscribe: () => Promise<Listener>;
  onError: (error: Error) => void;
  onBack: () => void;
  signal: AbortSignal;
}): Promise<void> {
  const { first, subscribe, onError, onBack, signal } = options;
  const told = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  for (let listener: Listener | undefined = first; listener !== undefined; ) {
    onBack();
    const error = await Promise.race([listener.broken, told]);
    await listener.end();
    if (error === undefined || signal.aborted) return;
    onError(error);
    listener = await subscribeAgain(subscribe, signal);
  }
}

async function subscribeAgain(
  subscribe: () => Promise<Listener>,
  signal: AbortSignal,
): Promise<Listener | undefined> {
  for (let pauseMs = 1_000; ; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
    await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
    if (signal.aborted) return undefined;
    const listener = await subscribe().catch(() => undefined);
    if (listener === undefined) continue;
    if (!signal.aborted) return listener;
    await listener.end();
    return undefined;
  }
}
