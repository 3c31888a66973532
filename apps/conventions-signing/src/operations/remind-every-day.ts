import type { Jobs, Occurrence, Queue } from '@campus/jobs';
import type { Log } from '@campus/service';
import { serviceActor } from '../data/history.ts';
import { findToRemind, forgetReminders } from '../data/reminders.ts';
import type { ChangeDeps } from '../signing/change-record.ts';
import { beginOperation, maxRecords } from './begin-operation.ts';

const queue: Queue<Occurrence> = { name: 'remind', expireInSeconds: 600 };

const hourMs = 3_600_000;

/** Reminds every day, at a time of day, whoever has been awaited for so many days, and was not reminded in as many. */
export async function remindEveryDay(
  deps: ChangeDeps & { jobs: Jobs; log: Log },
  { afterDays, at: timeOfDay, timeZone }: { afterDays: number | undefined; at: string; timeZone: string },
): Promise<void> {
  await deps.jobs.daily(queue, { at: timeOfDay, timeZone }, async (at) => {
    await forgetReminders(deps.db.pool, at);
    if (afterDays === undefined) return;
    const before = new Date(at.getTime() - afterDays * 24 * hourMs);
    // Of the same morning: whoever was reminded a moment after the hour is due at the hour.
    const remindedBefore = new Date(before.getTime() + 12 * hourMs);
    const records = await findToRemind(deps.db.pool, { before, remindedBefore, most: maxRecords });
    if (records.length === 0) return;
    const total = await beginOperation(deps, {
      action: 'remind',
      actor: serviceActor,
      reason: null,
      newRounds: false,
      records,
      key: { actor: serviceActor, route: 'reminders', key: at.toISOString() },
      show: (operation) => operation.total,
    });
    deps.log.info({ records: total }, 'people are reminded who are awaited');
  });
}
