import { type Queryable, sql } from '@campus/database';
import type { Scope } from '../domain/scope.ts';
import { isOfScope } from './scopes.ts';

/** How many attempts of calls ended well and badly in one of some spans of time. */
export interface AttemptCount {
  /** From 0. */
  span: number;
  succeeded: number;
  failed: number;
}

/** @param bounds  where spans begin, and where the last of them ends */
export function countAttempts(db: Queryable, bounds: readonly Date[], scope: Scope): Promise<AttemptCount[]> {
  const inScope =
    scope === 'everything'
      ? sql`true`
      : sql`exists (select from deliveries d where d.id = delivery_id and ${isOfScope(scope)})`;
  return sql<AttemptCount>`
    select width_bucket(started_at, ${bounds}::timestamptz[]) - 1 as span,
      count(*) filter (where status between 200 and 299)::int as succeeded,
      count(*) filter (where status is null or status not between 200 and 299)::int as failed
    from attempts
    where started_at >= ${bounds[0]} and started_at < ${bounds.at(-1)} and ${inScope} group by 1`.rows(db);
}
