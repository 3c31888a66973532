import type { Occurrence, Queue } from '@campus/jobs';
import type { Log } from '@campus/service';
import { serviceActor } from '../data/history.ts';
import { inTransaction } from '../data/open-database.ts';
import { noteRules } from '../data/retention-rules.ts';
import { rulesOf } from '../domain/retention-rules.ts';
import { eraseDue, findDueNow, type RetentionDeps } from './apply.ts';

const queue: Queue<Occurrence> = { name: 'retention', expireInSeconds: 600, atStop: 'hand back' };

/** When few others work, and no change of the clocks skips it. */
export const retentionTime = '03:30';

/** Erases every night what is due; nothing where no rule is in force. Its rules are announced from here on. */
export async function eraseEveryNight(
  options: RetentionDeps & { log: Log; timeZone: string },
): Promise<void> {
  const { log, timeZone, ...deps } = options;
  const { db, rules, now } = deps;
  const note = () => inTransaction(db, async (tx) => noteRules(tx, rulesOf(rules), now()));
  await note();
  if (rulesOf(rules).length === 0) return;
  await deps.jobs.daily(queue, { at: retentionTime, timeZone }, async (at) => {
    // A process of another configuration may have noted others since.
    await note();
    const operations = await eraseDue(deps, await findDueNow(deps), {
      actor: serviceActor,
      occurrence: at.toISOString(),
    });
    const total = operations.reduce((sum, one) => sum + one.total, 0);
    log.info({ operations: operations.map(({ id }) => id) }, `retention: ${total} records are erased`);
  });
}
