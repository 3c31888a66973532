import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '@campus/service';
import { releaseInstanceLock, tryInstanceLock } from './media-files.ts';
import { openOwnSession } from './upload-locks.ts';

/**
 * The number of this process among all that share the database: an advisory lock on a connection of its own. It
 * falls when the process dies, on whichever machine, and so tells the living from the dead.
 *
 * A number is never used again, so that the temporary folder under it belongs to one process for ever.
 */
export interface InstanceNumber {
  readonly number: number;
  /** Runs `work` while holding the number of another process; false, without running it, when that one lives. */
  whileHolding(other: number, work: () => Promise<void>): Promise<boolean>;
  close(): Promise<void>;
}

/** How long until a broken connection is tried again. Whoever takes the living for dead waits several times this. */
const retryMs = 300;

/**
 * @param options.onRetaken  called when the connection had broken and the number is held again
 */
export async function holdInstanceNumber(options: {
  databaseUrl: string;
  log: Log;
  onRetaken: () => Promise<void>;
}): Promise<InstanceNumber> {
  const { databaseUrl, log, onRetaken } = options;
  const closing = new AbortController();
  let session = await openOwnSession(databaseUrl);
  let number = randomNumber();
  while (!(await tryInstanceLock(session, number))) number = randomNumber();
  watch();

  function watch(): void {
    session.once('end', () => {
      if (!closing.signal.aborted) void retake();
    });
  }

  async function retake(): Promise<void> {
    log.warn({ instance: number }, 'the connection that holds the number of this process broke');
    while (!closing.signal.aborted) {
      const isHeld = await tookAgain().catch((error: unknown) => {
        log.debug({ err: error }, 'the number of this process cannot be taken again yet');
        return false;
      });
      if (isHeld) {
        await onRetaken().catch((error: unknown) => log.error({ err: error }, 'no temporary folder'));
        return;
      }
      await sleep(retryMs, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }

  /** False while the server has not noticed yet that the old connection is gone. */
  async function tookAgain(): Promise<boolean> {
    const next = await openOwnSession(databaseUrl);
    const isHeld = await tryInstanceLock(next, number).catch(() => false);
    if (!isHeld || closing.signal.aborted) {
      await next.end();
      return false;
    }
    session = next;
    watch();
    return true;
  }

  return {
    number,
    async whileHolding(other, work) {
      const held = session;
      if (!(await tryInstanceLock(held, other))) return false;
      try {
        await work();
      } finally {
        // A connection that broke meanwhile holds nothing any more.
        await releaseInstanceLock(held, other).catch(() => undefined);
      }
      return true;
    },
    async close() {
      closing.abort();
      await session.end();
    },
  };
}

function randomNumber(): number {
  return randomInt(1, 2 ** 31 - 1);
}
