import { type Queryable, sql } from '@campus/database';
import type { RetentionRule } from '../domain/retention-rules.ts';
import type { Writing } from './open-database.ts';

/** A rule as the service last ran with it. */
interface NotedRule extends RetentionRule {
  /** Since when it is told whom it concerns. */
  announcedAt: Date;
}

/** Notes which rules are in force. One that is new, or has fewer days than before, is announced from this instant on. */
export function noteRules(tx: Writing, rules: readonly RetentionRule[], at: Date): void {
  tx.send(sql`delete from retention_rules where state <> all (${rules.map(({ state }) => state)})`);
  for (const { state, days } of rules)
    tx.send(sql`
      insert into retention_rules as r (state, days, announced_at) values (${state}, ${days}, ${at})
      on conflict (state) do update set days = excluded.days,
        announced_at = case when excluded.days < r.days then excluded.announced_at else r.announced_at end`);
}

/** The rules that were noted last. */
export function findNotedRules(db: Queryable): Promise<NotedRule[]> {
  return sql<NotedRule>`select state, days, announced_at from retention_rules`.rows(db);
}
