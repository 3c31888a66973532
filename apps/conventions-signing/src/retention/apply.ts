import type { Jobs } from '@campus/jobs';
import type { Language } from '@campus/pages';
import { type DueRecord, findDue } from '../data/due-records.ts';
import type { Operation } from '../data/operations.ts';
import { type RetentionRule, type RetentionRules, retentionReason } from '../domain/retention-rules.ts';
import { beginOperation, maxRecords } from '../operations/begin-operation.ts';
import type { ChangeDeps } from '../signing/change-record.ts';
import { dueNow } from './announce.ts';

/** What retention works with. */
export interface RetentionDeps extends ChangeDeps {
  jobs: Jobs;
  rules: RetentionRules;
  /** That of the reasons, which the history keeps. */
  language: Language;
}

/** What one rule erases in one go. */
interface DueOfRule {
  rule: RetentionRule;
  records: DueRecord[];
}

/** Whom retention concerns now: of each rule the first to go, as many as one operation takes. */
export async function findDueNow(options: Pick<RetentionDeps, 'db' | 'rules' | 'now'>): Promise<DueOfRule[]> {
  const { db, rules, now } = options;
  const found: DueOfRule[] = [];
  for (const rule of await dueNow(db.pool, rules, now())) {
    const records = await findDue(db.pool, [rule], { scope: 'everything', limit: maxRecords });
    if (records.length > 0) found.push({ rule, records });
  }
  return found;
}

/**
 * Begins to erase what is due, an operation for each rule.
 *
 * @param options.actor       who asks for it, as in the history
 * @param options.occurrence  names what asks for it: the same one does it once
 * @returns the operations, also those that the same occurrence has begun before
 */
export async function eraseDue(
  deps: RetentionDeps,
  due: readonly DueOfRule[],
  { actor, occurrence }: { actor: string; occurrence: string },
): Promise<Pick<Operation, 'id' | 'total'>[]> {
  const begun: Pick<Operation, 'id' | 'total'>[] = [];
  for (const { rule, records } of due) {
    const { id, total } = await beginOperation(deps, {
      action: 'erase',
      actor,
      reason: retentionReason(rule, deps.language),
      newRounds: false,
      records,
      key: { actor, route: `retention ${rule.state}`, key: occurrence },
      show: (operation) => ({ id: operation.id, total: operation.total }),
    });
    begun.push({ id, total });
  }
  return begun;
}
