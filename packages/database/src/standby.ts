/**
 * A standby that answers lists and searches in place of the primary, and never with less than the primary would.
 *
 * It is asked for a read once it has replayed all that was committed, by whomever and through whichever process, before
 * that read came: nobody has to know who has written what (docs/decisions/0040-lists-from-a-standby.md). One that is
 * away or behind is left out at once, and comes back by itself while there are reads.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { inOneGo, within } from '@campus/service';
import pg from 'pg';
import { sql } from './sql.ts';
import { whyDatabaseIsAway } from './why-unavailable.ts';

export interface Standby {
  /** Its connections, one more than there are lookups at a time. */
  pool: pg.Pool;
  /** Whether it holds all that the primary held when this was asked. At once where it is left out. */
  holdsAll(): Promise<boolean>;
  /** Tells that a read of it has failed, which leaves it out when its connections do not hold. */
  noteFailure(error: unknown): void;
  /** @throws why it is left out */
  check(): Promise<void>;
}

/** In milliseconds: so long reads wait for it to catch up, which takes some two where it is well. */
const catchUpMs = 100;
const askAgainMs = 5;

/** So long they wait for one that says nothing; and after one was left out it is not asked for so long. */
const answerMs = 1_000;
const pauseMs = 1_000;

/** @param options.primary  over which the primary is asked how far it is */
export function createStandby({ pool, primary }: { pool: pg.Pool; primary: pg.Pool }): Standby {
  let whyLeftOut: unknown = new Error('the standby was not asked yet');
  let leftOutAt = Number.NEGATIVE_INFINITY;
  const leaveOut = (why: unknown) => {
    whyLeftOut = why;
    leftOutAt = performance.now();
  };
  const look = inOneGo(async () => {
    if (whyLeftOut !== undefined && performance.now() - leftOutAt < pauseMs) return false;
    try {
      await within(
        answerMs,
        caughtUp({ pool, primary }),
        `the standby has not answered within ${answerMs} ms`,
      );
      whyLeftOut = undefined;
    } catch (error) {
      leaveOut(error);
    }
    return whyLeftOut === undefined;
  });
  pool.on('error', leaveOut);
  return {
    pool,
    async holdsAll() {
      const looked = look();
      return whyLeftOut === undefined && (await looked);
    },
    noteFailure(error) {
      if (!(error instanceof pg.DatabaseError) || whyDatabaseIsAway(error) !== undefined) leaveOut(error);
    },
    async check() {
      if (!(await look())) throw whyLeftOut;
    },
  };
}

/** How far a primary is, and in which history. */
interface Reached {
  position: string;
  system: string;
  timeline: number;
}

/** Resolves once the standby is where the primary was when this was asked. */
async function caughtUp({ pool, primary }: { pool: pg.Pool; primary: pg.Pool }): Promise<void> {
  const reached = await reachedBy(primary);
  const deadline = performance.now() + catchUpMs;
  while (!(await holds(pool, reached))) {
    if (performance.now() > deadline) throw new Error(`the standby is more than ${catchUpMs} ms behind`);
    await sleep(askAgainMs);
  }
}

/** All that anybody has seen is committed there: what is not flushed is seen only where commits do not wait for it. */
function reachedBy(primary: pg.Pool): Promise<Reached> {
  return sql<Reached>`
    select system_identifier::text as system,
      ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int as timeline,
      case current_setting('synchronous_commit')
        when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn()
      end::text as position
    from pg_control_system()`.one(primary);
}

/** @throws Error  it is no standby of this primary: another one's, or promoted, or left behind by a change of primaries */
async function holds(pool: pg.Pool, { position, system, timeline }: Reached): Promise<boolean> {
  const found = await sql<{ follows: boolean; holds: boolean }>`
    select pg_is_in_recovery() and system_identifier::text = ${system} and timeline_id = ${timeline} as follows,
      pg_last_wal_replay_lsn() >= ${position}::pg_lsn as holds
    from pg_control_system(), pg_control_checkpoint()`.row(pool);
  if (found?.follows !== true) throw new Error('database.read-url leads to no standby of this database');
  return found.holds;
}
