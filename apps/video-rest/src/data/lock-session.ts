import { randomUUID } from 'node:crypto';
import { sql } from '@campus/database';
import type pg from 'pg';
import { openOwnSession } from './own-session.ts';

/** The locks of uploads in the database, and who asks for them there. */
export interface LockSession {
  /** False while another process has it. */
  tryLock(id: string): Promise<boolean>;
  /** Tells the other processes that somebody here wants it: once by each who waits, so that of several the last stays. */
  ask(id: string): Promise<void>;
  unlock(id: string): Promise<void>;
  close(): Promise<void>;
}

// Arbitrary, the same in every version of the service: the first half of two-part advisory locks.
const uploadLocks = 1_447_642_461;
const channel = 'upload_wanted';

/**
 * The connection is opened with the first lock, and again with the next one when it has broken.
 *
 * @param options.onWanted  another process asks for a lock
 * @param options.onLost    the connection has ended, and with it all locks
 */
export function createLockSession({
  databaseUrl,
  onWanted,
  onLost,
}: {
  databaseUrl: string;
  onWanted: (id: string) => void;
  onLost: () => void;
}): LockSession {
  const self = randomUUID();
  let session: Promise<pg.Client> | undefined;

  function connected(): Promise<pg.Client> {
    session ??= openListening().catch((error: unknown) => {
      session = undefined;
      throw error;
    });
    return session;
  }

  async function openListening(): Promise<pg.Client> {
    const client = await openOwnSession(databaseUrl);
    client.on('notification', ({ payload = '' }) => {
      const [by, id = ''] = payload.split(' ');
      // Whoever listens hears itself too.
      if (by !== self) onWanted(id);
    });
    client.once('end', () => {
      session = undefined;
      onLost();
    });
    await sql`listen ${sql.identifier(channel)}`.run(client);
    return client;
  }

  return {
    async tryLock(id) {
      const lock = sql<{
        taken: boolean;
      }>`select pg_try_advisory_lock(${uploadLocks}, ${keyOf(id)}) as taken`;
      return (await lock.row(await connected()))?.taken === true;
    },
    async ask(id) {
      await sql`select pg_notify(${channel}, ${`${self} ${id}`})`.run(await connected());
    },
    async unlock(id) {
      const open = await session;
      // A connection that broke holds nothing any more.
      if (open) await sql`select pg_advisory_unlock(${uploadLocks}, ${keyOf(id)})`.run(open).catch(() => {});
    },
    async close() {
      const open = await session?.catch(() => undefined);
      await open?.end();
    },
  };
}

/** Two ids may share a number: then one waits for the other once in a while. */
function keyOf(id: string): number {
  return Number.parseInt(id.slice(0, 8), 16) | 0;
}
