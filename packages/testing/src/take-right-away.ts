import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from './create-test-database.ts';
import { eventually } from './eventually.ts';
import { type Network, networkBefore } from './network-before.ts';
import { nodeEnvironment } from './node-environment.ts';
import { suspendDatabase } from './suspend-database.ts';
import { watchStatements } from './watch-statements.ts';

/** How long a notification is kept from everybody who waits for it. */
const lostMs = 300;

/** A process of a service, over a way of its own to the database. */
export interface KeepingProcess {
  url: string;
  network: Network;
  /** Takes the statements that it sends. */
  sent: string[];
}

/** Two processes of a service on one database, of which the second has its clock ten minutes ahead. */
export interface KeepingProcesses {
  database: TestDatabase;
  /** Past all that is kept, as somebody else changes things. */
  sql: pg.Pool;
  processes: readonly KeepingProcess[];
  close(): Promise<void>;
}

/** @param start  starts one, and gives its address and what ends it */
export async function startKeepingProcesses(
  service: string,
  start: (env: { DATABASE_URL: string; NODE_OPTIONS: string }) => Promise<{
    url: string;
    close: () => Promise<unknown>;
  }>,
): Promise<KeepingProcesses> {
  const closing: (() => unknown)[] = [];
  const database = await createTestDatabase(service);
  closing.push(() => database.drop());
  const sql = new pg.Pool({ connectionString: database.url, max: 2 });
  // A database that is away cuts them.
  sql.on('error', () => {});
  closing.push(() => sql.end());
  const begin = async (aheadMs: number): Promise<KeepingProcess> => {
    const network = await networkBefore(database.url);
    closing.push(() => network[Symbol.asyncDispose]());
    const sent: string[] = [];
    const watch = await watchStatements(network.url, sent, { keepsCallers: true });
    closing.push(() => watch.stop());
    const NODE_OPTIONS = `${nodeEnvironment.NODE_OPTIONS} ${clockAhead(aheadMs)}`;
    const { url, close } = await start({ DATABASE_URL: watch.url, NODE_OPTIONS });
    closing.push(close);
    return { url, network, sent };
  };
  const processes = await Promise.all([begin(0), begin(600_000)]);
  return {
    ...{ database, sql, processes },
    async close() {
      for (const close of closing.reverse()) await close();
    },
  };
}

/** An option of Node by which its clock, but not the monotonic one, is ahead. */
function clockAhead(ms: number): string {
  const set = `const now = Date.now; globalThis.Date = new Proxy(Date, {
    construct: (date, given) => new date(...(given.length === 0 ? [now() + ${ms}] : given)),
    get: (date, name) => (name === 'now' ? () => now() + ${ms} : date[name]),
  });`;
  return `--import=data:text/javascript,${encodeURIComponent(set).replaceAll("'", '%27')}`;
}

/** What may happen just when a right is taken away; each takes it away in its course, and says when that is committed. */
export const disturbances = {
  'nothing else happens': (_: KeepingProcesses, takeAway: () => Promise<void>) => takeAway(),
  'what they listen by is cut': async ({ sql }: KeepingProcesses, takeAway: () => Promise<void>) => {
    const { rowCount } = await sql.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and (query = 'select 1' or query like 'listen "callers%')`,
    );
    if (rowCount === 0) throw new Error('nobody listens');
    await takeAway();
  },
  'the word of it is lost': async ({ processes }: KeepingProcesses, takeAway: () => Promise<void>) => {
    for (const { network } of processes) network.stall();
    await takeAway();
    await sleep(lostMs);
    for (const { network } of processes) network.stall(false);
  },
  'the database is away and comes back': async (
    { database }: KeepingProcesses,
    takeAway: () => Promise<void>,
  ) => {
    const letIn = await suspendDatabase(database);
    await sleep(lostMs);
    await letIn();
    await takeAway();
  },
};

/**
 * For how long, in milliseconds, each of the processes still grants what is taken away, by when it was asked, while it is
 * asked all the time and has kept who asks.
 *
 * @param options.statusAt  asks a process; no number: it did not answer
 * @param options.lookup    the statement that looks up who asks
 * @param options.change    takes the right away
 */
export async function grantedFor(
  both: KeepingProcesses,
  options: {
    disturbance: keyof typeof disturbances;
    statusAt: (url: string, signal: AbortSignal) => Promise<number>;
    lookup: RegExp;
    change: () => Promise<unknown>;
  },
): Promise<number[]> {
  const { disturbance, lookup, change } = options;
  const ask = ({ url }: KeepingProcess) =>
    options.statusAt(url, AbortSignal.timeout(1_000)).catch(() => undefined);
  for (const one of both.processes)
    await eventually(
      async () => {
        one.sent.length = 0;
        return (await ask(one)) === 200 && !one.sent.some((text) => lookup.test(text));
      },
      { intervalMs: 5, describe: 'who asks is kept' },
    );
  let takenAt = Number.POSITIVE_INFINITY;
  const takeAway = async () => {
    await change();
    takenAt = performance.now();
  };
  const untilRefused = async (one: KeepingProcess) => {
    for (let granted = 0; ; await sleep(1)) {
      const askedAt = performance.now();
      const status = await ask(one);
      if (status === 200) granted = Math.max(granted, askedAt - takenAt);
      else if (askedAt > takenAt && [302, 401, 403, 404].includes(status ?? 0)) return granted;
    }
  };
  const refused = Promise.all(both.processes.map(untilRefused));
  await disturbances[disturbance](both, takeAway);
  return refused;
}
