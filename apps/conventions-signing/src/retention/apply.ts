import type { Jobs } from '@campus/jobs';
import type { Language } from '@campus/pages';
import { findDue } from '../data/due-records.ts';
import type { Operation } from '../data/operations.ts';
import { beginOperation, maxRecords } from '../operations/begin-operation.ts';
import type { ChangeDeps } from '../signing/change-record.ts';
import { dueSince, type RetentionRules, retentionReason, rulesOf } from './rules.ts';

/** What retention works with. */
export interface RetentionDeps extends ChangeDeps {
  jobs: Jobs;
  rules: RetentionRules;
  /** That of the reasons, which the history keeps. */
  language: Language;
}

/**
 * Begins to erase what is due, an operation for each rule that concerns somebody; what is more than one operation takes
 * goes the next time.
 *
 * @param options.actor       who asks for it, as in the history
 * @param options.occurrence  names what asks for it: the same one does it once
 * @returns the operations, also those that the same occurrence has begun before
 */
export async function applyRetention(
  deps: RetentionDeps,
  { actor, occurrence }: { actor: string; occurrence: string },
): Promise<Pick<Operation, 'id' | 'total'>[]> {
  const { db, rules, language, now } = deps;
  const begun: Pick<Operation, 'id' | 'total'>[] = [];
  for (const rule of rulesOf(rules)) {
    const due = { ...rule, before: dueSince(rule, now()) };
    const records = await findDue(db.pool, [due], { scope: 'everything', limit: maxRecords });
    if (records.length === 0) continue;
    const { id, total } = await beginOperation(deps, {
      action: 'erase',
      actor,
      reason: retentionReason(rule, language),
      newRounds: false,
      records,
      key: { actor, route: `retention ${rule.state}`, key: occurrence },
      show: (operation) => ({ id: operation.id, total: operation.total }),
    });
    begun.push({ id, total });
  }
  return begun;
}
