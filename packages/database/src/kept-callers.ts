/**
 * Who calls, and what they may, as the last request found it: kept by the process, and forgotten the moment anything of
 * it changes anywhere.
 *
 *     const findToken = db.callers.keeping({ ask: (hash: string) => tokenOf(db, hash), lets: (token) => !token.isRevoked });
 *
 * Triggers of the tables that decide it notify a channel, to which each process listens over a connection of its own.
 * What is kept is given only while that connection is known to be up to date: it has answered what it was asked less
 * than `provenMs` ago, behind all that was notified until then. Else each request asks. So a change is known to every
 * process at the latest `provenMs` after its commit, whatever becomes of its notification, and whatever the clocks say.
 *
 * PgBouncer in transaction mode hands notifications to whoever has the connection just then: a connection over which no
 * word of another one has come is asked nothing, and so nothing is kept.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { sql } from './sql.ts';

/** In milliseconds, by the monotonic clock: so long after its commit a change may be unknown to a process. */
export const provenMs = 100;

/** So often the connection is asked while there are requests, and never while there are none. */
const askEveryMs = 25;

/** An answer that stays away for so long never comes; and so long after a connection was lost the next is opened. */
const silentMs = 5_000;
const pauseMs = 1_000;

/** In milliseconds: then it is looked up anew all the same, as what notes the use of a token wants. */
export const keptCallerMs = 10_000;

/** Of each kind: tokens, sessions, accounts. */
export const maxKeptCallers = 1_000;

/** As the triggers have it. */
const channel = 'callers_changed';

interface Kind<Key, Value> {
  /** Looks it up; undefined, which is never kept: there is none. */
  ask(key: Key): Promise<Value | undefined>;
  /** Whether it lets in whoever brings the key, at this moment: who would be refused is never refused by memory. */
  lets(value: Value): boolean;
}

export interface KeptCallers {
  /** Looks something up by its key, or gives what is kept of it, which nobody may change. */
  keeping<Key, Value>(kind: Kind<Key, Value>): (key: Key) => Promise<Value | undefined>;
  /** Forgets all, for this process has just changed something: it need not wait for the notification. */
  forget(): void;
  /** From now on something is kept; for processes that answer requests. */
  listen(): void;
  close(): Promise<void>;
}

/** Opens what a process keeps of those who call it. The options are those of `hearChanges`. */
export function openKeptCallers(options: Omit<HearingOptions, 'onChange'>): KeptCallers {
  const shelves: Map<unknown, unknown>[] = [];
  // Counts what was forgotten: what was looked up before is not kept after.
  let generation = 0;
  const forget = () => {
    generation += 1;
    for (const shelf of shelves) shelf.clear();
  };
  const hearing = hearChanges({ ...options, onChange: forget });
  return {
    keeping<Key, Value>({ ask, lets }: Kind<Key, Value>) {
      const shelf = new Map<Key, { value: Value; askedAt: number }>();
      shelves.push(shelf);
      return async (key: Key) => {
        const kept = hearing.isUpToDate() ? shelf.get(key) : undefined;
        const askedAt = performance.now();
        if (kept !== undefined && askedAt - kept.askedAt < keptCallerMs && lets(kept.value))
          return kept.value;
        const before = generation;
        const hears = hearing.hears();
        const value = await ask(key);
        if (value === undefined || !lets(value) || !hears || generation !== before) return value;
        // In the order in which they were looked up: the oldest makes room.
        shelf.delete(key);
        if (shelf.size === maxKeptCallers) shelf.delete(shelf.keys().next().value as Key);
        shelf.set(key, { value, askedAt });
        return value;
      };
    },
    forget,
    listen: hearing.listen,
    close: hearing.close,
  };
}

interface HearingOptions {
  url: string;
  /** Another connection to the same database, which says the first word. */
  pool: pg.Pool;
  /** Also when something may have been missed. */
  onChange: () => void;
  /** Told when a connection breaks that was heard by. */
  onError: (error: Error) => void;
}

/** A connection that hears of changes. Instants are of the monotonic clock. */
interface Line {
  client: pg.Client;
  askedAt: number;
  isAnswered: boolean;
  /** When the last question was asked that it has answered. */
  provenAt: number;
}

function hearChanges({ url, pool, onChange, onError }: HearingOptions) {
  let isListening = false;
  let line: Line | undefined;
  let nextTryAt = 0;

  async function open(): Promise<void> {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: silentMs });
    const word = randomUUID();
    const opened = { client, askedAt: performance.now(), isAnswered: false, provenAt: -Infinity };
    line = opened;
    client.on('error', (error) => {
      if (line === opened && opened.provenAt > -Infinity) onError(error);
      lose(opened);
    });
    client.once('end', () => lose(opened));
    client.on('notification', ({ payload }) => {
      onChange();
      if (payload === word) noteAnswer(opened);
    });
    try {
      await client.connect();
      await sql`listen ${sql.identifier(channel)}`.run(client);
      opened.askedAt = performance.now();
      await sql`select pg_notify(${channel}, ${word})`.run(pool);
    } catch {
      // As long as the database is away, each request says so.
      lose(opened);
    }
  }

  function lose(lost: Line): void {
    if (line !== lost) return;
    line = undefined;
    nextTryAt = performance.now() + pauseMs;
    onChange();
    lost.client.end().catch(() => {});
  }

  function ask(asked: Line): void {
    asked.askedAt = performance.now();
    asked.isAnswered = false;
    asked.client.query('select 1').then(
      () => noteAnswer(asked),
      () => lose(asked),
    );
  }

  return {
    /** Whether all has been heard that was notified until a moment ago; sees to it that it stays so while somebody asks. */
    isUpToDate(): boolean {
      const now = performance.now();
      if (line === undefined) {
        if (isListening && now >= nextTryAt) void open();
        return false;
      }
      const { askedAt, isAnswered, provenAt } = line;
      if (isAnswered && now - askedAt >= askEveryMs) ask(line);
      if (!isAnswered && now - askedAt > silentMs) lose(line);
      return now - provenAt < provenMs;
    },
    /** Whether changes are heard from now on, be it late. */
    hears: () => line !== undefined && line.provenAt > -Infinity,
    listen() {
      isListening = true;
      void open();
    },
    async close() {
      isListening = false;
      const open = line;
      line = undefined;
      onChange();
      await open?.client.end().catch(() => {});
    },
  };
}

function noteAnswer(line: Line): void {
  line.isAnswered = true;
  line.provenAt = line.askedAt;
}
