import type { Queryable } from '@campus/database';
import { countDue, type Due, type DueRecord, findDue } from '../data/due-records.ts';
import { findNotedRules } from '../data/retention-rules.ts';
import { dueSince, type RetentionRules, rulesOf } from '../domain/retention-rules.ts';
import type { Scope } from '../domain/scope.ts';

/** What is announced: whatever will be due within so many days. A rule erases nothing before it was told for as long. */
export const announcedDays = 7;

const announcedMs = announcedDays * 24 * 3_600_000;

/** Records that will be due are counted up to this. */
export const maxAnnounced = 10_000;

/** What retention will erase within `announcedDays`, as things stand now. */
interface Announcement {
  /** Up to one more than `maxAnnounced`. */
  count: number;
  /** The first to go first. */
  records: DueRecord[];
}

/** Tells whom of a scope retention will concern. */
export async function announceRetention(
  db: Queryable,
  rules: RetentionRules,
  { now, scope, limit, offset = 0 }: { now: Date; scope: Scope; limit: number; offset?: number },
): Promise<Announcement> {
  const [count, records] = await Promise.all([
    countAnnounced(db, rules, { now, scope }),
    dueSoon(db, rules, now).then((due) => findDue(db, due, { scope, limit, offset })),
  ]);
  return { count, records };
}

/** How many it will concern, up to one more than `maxAnnounced`. */
export async function countAnnounced(
  db: Queryable,
  rules: RetentionRules,
  { now, scope }: { now: Date; scope: Scope },
): Promise<number> {
  return countDue(db, await dueSoon(db, rules, now), { scope, most: maxAnnounced });
}

/** All that it will concern, the first `maxAnnounced` of them. */
export async function findAnnounced(
  db: Queryable,
  rules: RetentionRules,
  { now, scope }: { now: Date; scope: Scope },
): Promise<DueRecord[]> {
  return findDue(db, await dueSoon(db, rules, now), { scope, limit: maxAnnounced });
}

/** What each rule erases now; nothing when it has not been announced for long enough. */
export async function dueNow(db: Queryable, rules: RetentionRules, now: Date): Promise<Due[]> {
  return (await dueAt(db, rules, { now, at: now })).filter(({ erasesFrom }) => erasesFrom <= now);
}

function dueSoon(db: Queryable, rules: RetentionRules, now: Date): Promise<Due[]> {
  return dueAt(db, rules, { now, at: new Date(now.getTime() + announcedMs) });
}

async function dueAt(
  db: Queryable,
  rules: RetentionRules,
  { now, at }: { now: Date; at: Date },
): Promise<Due[]> {
  const noted = await findNotedRules(db);
  return rulesOf(rules).map((rule) => {
    const { announcedAt = now } =
      noted.find(({ state, days }) => state === rule.state && days === rule.days) ?? {};
    const erasesFrom = new Date(announcedAt.getTime() + announcedMs);
    return { ...rule, erasesFrom, before: dueSince(rule, at) };
  });
}
