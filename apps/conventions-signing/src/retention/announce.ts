import type { StatementReader } from '@campus/database';
import { countDue, type Due, type DueRecord, findDue } from '../data/due-records.ts';
import type { Scope } from '../signing/scope.ts';
import { dueSince, type RetentionRules, rulesOf } from './rules.ts';

/** What is announced: whatever will be due within so many days. */
export const announcedDays = 7;

const dayMs = 24 * 3_600_000;

/** Records that will be due are counted up to this. */
export const maxAnnounced = 10_000;

/** What retention will erase within `announcedDays`, as things stand now. */
export interface Announcement {
  /** Up to one more than `maxAnnounced`. */
  count: number;
  /** The first to go first. */
  records: DueRecord[];
}

/** Tells whom of a scope retention will concern. */
export async function announceRetention(
  db: StatementReader,
  rules: RetentionRules,
  { now, scope, limit, offset = 0 }: { now: Date; scope: Scope; limit: number; offset?: number },
): Promise<Announcement> {
  const coming = dueBy(rules, new Date(now.getTime() + announcedDays * dayMs));
  const [count, records] = await Promise.all([
    countDue(db, coming, { scope, most: maxAnnounced }),
    findDue(db, coming, { scope, limit, offset }),
  ]);
  return { count, records };
}

/** How many it will concern, up to one more than `maxAnnounced`. */
export function countAnnounced(
  db: StatementReader,
  rules: RetentionRules,
  { now, scope }: { now: Date; scope: Scope },
): Promise<number> {
  const coming = dueBy(rules, new Date(now.getTime() + announcedDays * dayMs));
  return countDue(db, coming, { scope, most: maxAnnounced });
}

/** What is due at an instant, by each rule that is in force. */
export function dueBy(rules: RetentionRules, at: Date): Due[] {
  return rulesOf(rules).map((rule) => ({ ...rule, before: dueSince(rule, at) }));
}
