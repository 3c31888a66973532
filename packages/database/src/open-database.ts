import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { defaultListTimeoutSeconds, defaultPoolSize } from './database-parameters.ts';
import { type KeptCallers, openKeptCallers } from './kept-callers.ts';
import { createLookups, type Lookups, lookupConnections, lookupSettings } from './lookups.ts';
import { createStandby, type Standby } from './standby.ts';
import { traceStatements } from './trace-statements.ts';
import { whyDatabaseIsAway } from './why-unavailable.ts';

/** The two doors to a service's PostgreSQL database, over one pool of connections. */
export interface OpenDatabase<Client> {
  /** Loaded and made when it is first asked for; with its first statement it takes up to 70 MB, which many processes never need. */
  readonly prisma: Client;
  /** For every statement but of a model by its key, see `sql`. */
  pool: pg.Pool;
  /** Lists and searches. */
  lookups: Lookups;
  /** What reads some of them; undefined: there is none. */
  standby: Standby | undefined;
  /** The connections of all of them, to be counted. */
  pools: readonly pg.Pool[];
  /** What is kept of who calls; nothing before `listen`. */
  callers: KeptCallers;
  /** Makes sure that the database answers; a connection that has gone silent is thrown away. */
  check(options?: { timeoutMs?: number }): Promise<void>;
  close(): Promise<void>;
}

/** What a service's client is made with. */
interface ClientOptions {
  adapter: PrismaPg;
  errorFormat: 'minimal';
  transactionOptions: { maxWait: number; timeout: number };
}

/** What is used of a service's generated client. */
interface PrismaLike {
  $disconnect(): Promise<void>;
}

/** What else a database is opened with. */
export interface DatabaseOptions {
  /** Connections that everybody in this process shares; lists and searches have half as many besides. */
  poolSize?: number | undefined;
  /** For a statement of a list or a search. */
  listTimeoutSeconds?: number | undefined;
  /** Of a standby that may answer them. */
  readUrl?: string | undefined;
}

/**
 * Opens a service's database for its generated Prisma client. Connects lazily; an idle connection that
 * breaks is reported to `onError` and replaced. Whoever waits for a database that has gone silent is told so.
 *
 * @param clientOf                      gives the service's own
 * @param options.transactionTimeoutMs  how long a transaction of the client may take
 * @param options.silence               as of `watchSilence`
 */
export function openDatabase<Client extends PrismaLike>(
  clientOf: () => new (options: ClientOptions) => Client,
  {
    url,
    onError,
    transactionTimeoutMs,
    poolSize = defaultPoolSize,
    listTimeoutSeconds = defaultListTimeoutSeconds,
    readUrl,
    silence,
  }: DatabaseOptions & {
    url: string;
    onError: (error: Error) => void;
    transactionTimeoutMs: number;
    silence?: Silence;
  },
): OpenDatabase<Client> {
  let isClosed = false;
  const tell = (error: Error) => {
    // `pool.end` does not wait for the connections themselves: what still breaks is nobody's loss.
    if (isClosed) return;
    // pg hangs the whole connection onto it, which no log should hold.
    Reflect.deleteProperty(error, 'client');
    onError(error);
  };
  const watch = watchSilence(url, silence);
  const timeoutMs = listTimeoutSeconds * 1000;
  const lookups = { poolSize: lookupConnections(poolSize), settings: lookupSettings(timeoutMs) };
  const pool = openPool({ url, poolSize, settings: undefined, watch }).on('error', tell);
  const own = openPool({ url, ...lookups, watch }).on('error', tell);
  const standby = readUrl === undefined ? undefined : openStandby(readUrl, { ...lookups, primary: own });
  const callers = openKeptCallers({ url, pool, onError: tell });
  let client: Client | undefined;
  return {
    get prisma() {
      client ??= new (clientOf())({
        adapter: adapterOver(pool),
        // A longer message would hold the arguments of the call, maybe a password's hash, and goes to the log.
        errorFormat: 'minimal',
        transactionOptions: { maxWait: 15_000, timeout: transactionTimeoutMs },
      });
      return client;
    },
    pool,
    lookups: createLookups({ pool, own, standby, timeoutMs }),
    standby,
    pools: [pool, own, ...(standby === undefined ? [] : [standby.pool])],
    callers,
    async check({ timeoutMs = 4_000 } = {}) {
      // Without pg's own limit such a connection would be waited for until TCP gives it up.
      const isThere: pg.QueryConfig & { query_timeout: number } = {
        text: 'select 1',
        query_timeout: timeoutMs,
      };
      await pool.query(isThere);
    },
    async close() {
      isClosed = true;
      await callers.close();
      await client?.$disconnect();
      await Promise.all([pool.end(), own.end(), standby?.close()]);
      watch.close();
    },
  };
}

/** Opens what reads at a standby have, beside those at the primary over the pool that is given. */
function openStandby(
  url: string,
  { poolSize, settings, primary }: { poolSize: number; settings: string; primary: pg.Pool },
): Standby & { close(): Promise<void> } {
  const watch = watchSilence(url, silenceOfStandby);
  // One for what is asked and cancelled beside the reads.
  const pool = openPool({ url, poolSize: poolSize + 1, settings, watch });
  const standby = createStandby({ pool, primary });
  return {
    ...standby,
    async close() {
      await pool.end();
      watch.close();
    },
  };
}

/** By `require`, as what asks for a model waits for no import; loaded with the client. */
function adapterOver(pool: pg.Pool): PrismaPg {
  const adapters: typeof import('@prisma/adapter-pg') = createRequire(import.meta.url)('@prisma/adapter-pg');
  return new adapters.PrismaPg(pool);
}

/** So long a lent connection may bring nothing, before the database is asked whether it is there. */
const defaultSilenceMs = 3_000;

/** So long it may take to answer, over a connection of its own. */
const defaultAnswerMs = 6_000;

/** Who waits for a standby could ask the primary. */
const silenceOfStandby = { silenceMs: 1_000, answerMs: 1_000 };

/** How long silence lasts until the database counts as away. */
interface Silence {
  silenceMs: number;
  answerMs: number;
}

/** What is said of it, as pg says of a connection that broke. */
const away = () => new Error('Connection terminated: the database does not answer');

/** Whether the database is there, as all pools of a process see it. */
interface Watch {
  isAway(): boolean;
  /** Something is waited for over the client from now on. */
  begin(client: pg.ClientBase): void;
  end(client: pg.ClientBase): void;
  close(): void;
}

/**
 * When nothing comes over a connection that is opened or lent, and the database answers nobody else either, all that wait
 * for it are cut, and who comes until it answers again is refused at once: they would wait for as long as TCP does. A
 * statement that takes long is left alone, for then the database answers.
 */
function watchSilence(
  url: string,
  { silenceMs, answerMs }: Silence = { silenceMs: defaultSilenceMs, answerMs: defaultAnswerMs },
): Watch {
  let isAway = false;
  const waiting = new Map<pg.ClientBase, { bytesRead: number; since: number }>();
  const silent = () => {
    const now = performance.now();
    for (const [client, seen] of waiting) {
      const { bytesRead } = socketOf(client);
      if (bytesRead !== seen.bytesRead) Object.assign(seen, { bytesRead, since: now });
    }
    return [...waiting].filter(([, { since }]) => now - since > silenceMs);
  };
  let isAsking = false;
  const timer = setInterval(async () => {
    if (isAsking || (!isAway && silent().length === 0)) return;
    isAsking = true;
    isAway = !(await answers(url, answerMs));
    isAsking = false;
    for (const [client, seen] of silent()) {
      if (isAway) socketOf(client).destroy(away());
      else seen.since = performance.now();
    }
  }, silenceMs / 3).unref();
  return {
    isAway: () => isAway,
    begin(client) {
      waiting.set(client, { bytesRead: socketOf(client).bytesRead, since: performance.now() });
    },
    end: (client) => void waiting.delete(client),
    close: () => clearInterval(timer),
  };
}

/**
 * Opens a pool of connections, each of which begins with the settings.
 *
 * Whatever breaks a lent connection is told to whoever has a statement on it; a process does not end because of it.
 */
function openPool(options: {
  url: string;
  poolSize: number;
  settings: string | undefined;
  watch: Watch;
}): pg.Pool {
  const { url, poolSize, settings, watch } = options;
  class Client extends pg.Client {
    override connect(): Promise<pg.Client>;
    override connect(done: (error: Error) => void): void;
    override connect(done?: (error: Error) => void) {
      if (done === undefined) return super.connect();
      if (watch.isAway()) process.nextTick(done, away());
      else {
        watch.begin(this);
        super.connect((error: Error) => {
          watch.end(this);
          done(error);
        });
      }
      return undefined;
    }
  }
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectingMs,
    Client,
    ...(settings !== undefined && { onConnect: (client) => client.query(withinConnecting(settings)) }),
  });
  traceStatements(pool);
  const ignore = () => {};
  pool.on('acquire', (client) => {
    client.on('error', ignore);
    watch.begin(client);
  });
  pool.on('release', (_error, client) => {
    client.off('error', ignore);
    watch.end(client);
  });
  return pool;
}

/** A statement that nobody waits longer for than for a connection. */
function withinConnecting(text: string): pg.QueryConfig & { query_timeout: number } {
  return { text, query_timeout: connectingMs };
}

const connectingMs = 10_000;

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
