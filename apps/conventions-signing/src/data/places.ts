import { type Queryable, sql } from '@campus/database';
import type { Scope } from '../domain/scope.ts';
import { scopeConditions } from './scopes.ts';

const columns = { department: sql`department`, workflowId: sql`workflow_id` };

/** More than an institution has. */
const most = sql.literal(500);

/** The departments or the workflows that records have, as far as somebody sees them, in their order. */
export async function findPlaces(
  db: Queryable,
  of: keyof typeof columns,
  scope: Scope,
): Promise<readonly string[]> {
  const column = columns[of];
  const [isSeen] = scopeConditions(scope);
  // From one to the next by the index: there are few among many records.
  const next = sql`(select ${column} from signables where ${column} > place.name order by 1 limit 1)`;
  const names =
    isSeen === undefined
      ? sql<{ name: string }>`
          with recursive place (name) as (
            select '' union all select ${next} from place where place.name is not null
          ) select name from place where name <> '' limit ${most}`
      : sql<{ name: string }>`
          select distinct ${column} as name from signables s
          where ${isSeen} and ${column} <> '' order by 1 limit ${most}`;
  return (await names.rows(db, { isPrepared: false })).map(({ name }) => name);
}
