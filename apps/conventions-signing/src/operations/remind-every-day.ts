import type { Jobs, Occurrence, Queue } from '@campus/jobs';
import { dayIn } from '@campus/pages';
import type { Log } from '@campus/service';
import { serviceActor } from '../data/history.ts';
import { findToRemind, forgetReminders } from '../data/reminders.ts';
import type { ChangeDeps } from '../signing/change-record.ts';
import { beginOperation, maxRecords } from './begin-operation.ts';

const queue: Queue<Occurrence> = { name: 'remind', expireInSeconds: 600 };

const hourMs = 3_600_000;

/** Forgets old letters every day, at a time of day; and where `afterDays` says so, reminds whoever has been awaited for so many days, and had no letter in as many. */
export async function remindEveryDay(
  deps: ChangeDeps & { jobs: Jobs; log: Log },
  { afterDays, at: timeOfDay, timeZone }: { afterDays: number | undefined; at: string; timeZone: string },
): Promise<void> {
  await deps.jobs.daily(queue, { at: timeOfDay, timeZone }, async (at) => {
    await forgetReminders(deps.db.pool, { now: at, keptDays: Math.max(3, afterDays ?? 0) + 1 });
    if (afterDays === undefined) return;
    const before = new Date(at.getTime() - afterDays * 24 * hourMs);
    const day = dayIn(at, timeZone);
    const records = await findToRemind(deps.db.pool, { before, day, everyDays: afterDays, most: maxRecords });
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
