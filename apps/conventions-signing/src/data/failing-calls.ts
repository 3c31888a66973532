import { type Queryable, type Sql, sql } from '@campus/database';
import type { Scope } from '../domain/scope.ts';
import { isOfScope, scopeConditions } from './scopes.ts';

/** Failing calls that are counted; beyond that there are "more than". */
export const maxFailingCounted = 10_000;

/**
 * Why a call fails, so that like ones are together: an HTTP status, `no_answer` (in time), the code of the network such
 * as `ECONNREFUSED`, or `other`.
 */
export type Cause = string;

/** Of the attempt `a`. Sentences of English are the only form that all versions have stored. */
export const causeOfAttempt = sql`(case
  when a.status is not null then a.status::text
  when a.error like 'no answer within %' then 'no_answer'
  else coalesce(substring(a.error from '\\(([A-Z][A-Z0-9_]*)\\)$'), 'other') end)`;

/** The last attempt of the delivery `d`, as `a`. */
export const lastAttempt = sql`lateral (
  select a.number, a.status, a.error, a.started_at from attempts a
  where a.delivery_id = d.id order by a.number desc limit 1) a`;

/** Which failing calls. */
export interface FailingFilter {
  /** Of whoever asks. */
  scope: Scope;
  cause?: Cause | undefined;
  /** The last attempt was made then, or later. */
  since?: Date | undefined;
}

/** Calls of rounds that count, given up or failed so far, as `d` with record `s` and last attempt `a`. */
export function failing({ cause, since, scope }: FailingFilter): Sql {
  const [inScope = sql`true`] = scopeConditions(scope);
  return sql`
    deliveries d join signables s on s.id = d.signable_id and s.state = 'signing' and s.round = d.round
    cross join ${lastAttempt}
    where d.state in ('failed', 'pending') and a.error is not null and ${inScope}
      and ${cause === undefined ? sql`true` : sql`${causeOfAttempt} = ${cause}`}
      and ${since === undefined ? sql`true` : sql`a.started_at >= ${since}`}`;
}

/** Failing calls of one cause. */
export interface CauseCount {
  cause: Cause;
  count: number;
  /** Of those that were given up. */
  givenUp: number;
  /** When the last of them was tried; milliseconds. */
  lastTriedAt: number;
}

/** The causes why calls fail at present, the most frequent first, of at most `maxFailingCounted` of them. */
export function countCauses(db: Queryable, filter: FailingFilter): Promise<CauseCount[]> {
  return sql<CauseCount>`
    select cause, count(*)::int as count, count(*) filter (where state = 'failed')::int as given_up,
      (extract(epoch from max(started_at)) * 1000)::float8 as last_tried_at
    from (
      select ${causeOfAttempt} as cause, d.state, a.started_at from ${failing(filter)} limit ${maxFailingCounted + 1}) f
    group by cause order by count(*) desc, cause`.rows(db);
}

/** Ids of calls that failed before `asked` and that nobody has asked for since, in the order of the ids from after `after`. */
export async function findFailing(
  db: Queryable,
  { asked, after, limit, ...filter }: FailingFilter & { asked: Date; after: string; limit: number },
): Promise<string[]> {
  const rows = await sql<{ id: string }>`
    select d.id from ${failing(filter)} and d.id > ${after}::uuid and a.started_at <= ${asked}
      and (d.reopened_at is null or d.reopened_at < ${asked})
    order by d.id limit ${limit}::int`.rows(db, { isPrepared: false });
  return rows.map(({ id }) => id);
}

/** Calls that wait for their first attempt, wait again, or were given up, each counted up to one more than the most. */
export interface CallCounts {
  pending: number;
  retrying: number;
  failed: number;
}

/** How many calls want somebody's eye, whatever became of their rounds. */
export function countCalls(db: Queryable, scope: Scope): Promise<CallCounts> {
  const inScope = isOfScope(scope);
  const most = sql.literal(maxFailingCounted + 1);
  return sql<CallCounts>`
    select count(*) filter (where not tried)::int as pending, count(*) filter (where tried)::int as retrying,
      (select count(*)::int from (
        select from deliveries d where d.state = 'failed' and ${inScope} limit ${most}) f) as failed
    from (
      select exists (select from attempts a where a.delivery_id = d.id) as tried
      from deliveries d where d.state = 'pending' and ${inScope} limit ${most}) p`.one(db);
}
