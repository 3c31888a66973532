import { setTimeout as sleep } from 'node:timers/promises';
import { createLockSession } from './lock-session.ts';

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
