import type { StatementReader } from '@campus/database';
import { Prisma } from '../../generated/client.ts';
import type { RetentionRule } from '../domain/retention-rules.ts';
import { type Database, inTransaction } from './open-database.ts';
import { readRows } from './read-rows.ts';

/** A rule as the service last ran with it. */
export interface NotedRule extends RetentionRule {
  /** Since when it is told whom it concerns. */
  announcedAt: Date;
}

/** Notes which rules are in force. One that is new, or has fewer days than before, is announced from this instant on. */
export function noteRules(db: Database, rules: readonly RetentionRule[], at: Date): Promise<void> {
  return inTransaction(db, async (tx) => {
    tx.send({
      name: 'forget-retention-rules',
      text: 'delete from retention_rules where state <> all ($1)',
      values: [rules.map(({ state }) => state)],
    });
    for (const { state, days } of rules)
      tx.send({
        name: 'note-retention-rule',
        text: `
          insert into retention_rules as r (state, days, announced_at) values ($1, $2, $3)
          on conflict (state) do update set days = excluded.days,
            announced_at = case when excluded.days < r.days then excluded.announced_at else r.announced_at end`,
        values: [state, days, at],
      });
  });
}

/** The rules that were noted last. */
export function findNotedRules(db: StatementReader): Promise<NotedRule[]> {
  return readRows<NotedRule>(
    db,
    Prisma.sql`select state, days, announced_at as "announcedAt" from retention_rules`,
  );
}
