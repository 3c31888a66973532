import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '@campus/database';
import pg from 'pg';
import { noticeLostPeer } from './media-files.ts';

/**
 * One request at a time works on an upload, in all processes: whoever comes asks the one before to end. A request whose
 * client has vanished may hang for long, and its client is the one that comes again.
 *
 * The locks are advisory ones of a connection of their own, opened with the first of them: they fall when the process
 * dies. Others are asked by a notification.
 */
export interface UploadLocks {
  /**
   * Takes the lock of an upload.
   *
   * @param onWanted  another one asks for it, or the lock is lost with its connection: time to end
   * @param isPatient  whoever comes in between waits for this one too
   * @returns what gives it back; undefined when whoever has it does not let go in time, or another came in between
   */
  take(
    id: string,
    onWanted: () => void,
    { isPatient }?: { isPatient?: boolean },
  ): Promise<(() => Promise<void>) | undefined>;
  close(): Promise<void>;
}

interface Holder {
  wanted(): void;
  isWanted: boolean;
  released: Promise<void>;
}

/** A probe under way is waited for, and so is the end of a piece that goes to disk. */
const waitMs = 20_000;
const tryEveryMs = 50;

export function createUploadLocks({ databaseUrl }: { databaseUrl: string }): UploadLocks {
  const holders = new Map<string, Holder>();
  const session = createLockSession({
    databaseUrl,
    onWanted: (id) => holders.get(id)?.wanted(),
    onLost() {
      for (const holder of holders.values()) holder.wanted();
    },
  });

  /** Waits for whoever in this process has it; false: not within the time. */
  async function ownHolderLeaves(holder: Holder, untilMs: number): Promise<boolean> {
    holder.wanted();
    const late = sleep(untilMs - Date.now(), false, { ref: false });
    return Promise.race([holder.released.then(() => true), late]);
  }

  return {
    async take(id, onWanted, { isPatient = false } = {}) {
      const untilMs = Date.now() + waitMs;
      for (let before = holders.get(id); before !== undefined; before = holders.get(id))
        if (!(await ownHolderLeaves(before, untilMs))) return undefined;
      const { promise: released, resolve: leave } = Promise.withResolvers<void>();
      const holder: Holder = {
        isWanted: false,
        released,
        wanted() {
          if (holder.isWanted) return;
          holder.isWanted = true;
          onWanted();
        },
      };
      holders.set(id, holder);
      const giveUp = () => {
        holders.delete(id);
        leave();
      };
      try {
        for (let isAsked = false; !(await session.tryLock(id)); isAsked = true) {
          if ((holder.isWanted && !isPatient) || Date.now() > untilMs) {
            giveUp();
            return undefined;
          }
          if (!isAsked) await session.ask(id);
          await sleep(tryEveryMs);
        }
      } catch (error) {
        giveUp();
        throw error;
      }
      return async () => {
        await session.unlock(id).finally(giveUp);
      };
    },
    close: session.close,
  };
}

// Arbitrary, the same in every version of the service: the first half of two-part advisory locks.
const uploadLocks = 1_447_642_461;
const channel = 'upload_wanted';

/**
 * The locks of uploads in the database, and who asks for them there. The connection is opened with the first lock, and
 * again with the next one when it has broken.
 *
 * @param options.onWanted  another process asks for a lock
 * @param options.onLost    the connection has ended, and with it all locks
 */
function createLockSession(options: {
  databaseUrl: string;
  onWanted: (id: string) => void;
  onLost: () => void;
}) {
  const { databaseUrl, onWanted, onLost } = options;
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
    /** False while another process has it. */
    async tryLock(id: string): Promise<boolean> {
      const lock = sql<{ taken: boolean }>`
        select pg_try_advisory_lock(${uploadLocks}, ${keyOf(id)}) as taken`;
      return (await lock.row(await connected()))?.taken === true;
    },
    /** Tells the other processes that somebody here wants it: once by each who waits, so that of several the last stays. */
    async ask(id: string): Promise<void> {
      await sql`select pg_notify(${channel}, ${`${self} ${id}`})`.run(await connected());
    },
    async unlock(id: string): Promise<void> {
      const open = await session;
      // A connection that broke holds nothing any more.
      if (open) await sql`select pg_advisory_unlock(${uploadLocks}, ${keyOf(id)})`.run(open).catch(() => {});
    },
    async close(): Promise<void> {
      const open = await session?.catch(() => undefined);
      await open?.end();
    },
  };
}

/** Two ids may share a number: then one waits for the other once in a while. */
function keyOf(id: string): number {
  return Number.parseInt(id.slice(0, 8), 16) | 0;
}

/** A connection beside the pool, for locks that it holds: they fall when its process dies, or its machine vanishes. */
export async function openOwnSession(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
    // Nothing else shows that the machine at the other end has vanished.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  // Its 'end' follows, which is for its owner to watch.
  client.on('error', () => undefined);
  await client.connect();
  await noticeLostPeer(client);
  return client;
}
