/** Numbers of the first page, each by one statement. */
import { type Queryable, type Sql, sql } from '@campus/database';
import type { Scope } from '../domain/scope.ts';
import type { SignableKind, SignableState } from '../domain/signable.ts';
import { scopeConditions } from './scopes.ts';
import { isOverdue, turnBegan } from './signable-conditions.ts';

/** Records that wait are counted up to this of each kind, as lists are (decision 0012). */
export const maxWaitingCounted = 10_000;

/** How many records of each kind wait for somebody whose turn began before an instant; up to one more than the most. */
export function countWaitingSince(
  db: Queryable,
  before: Date,
  scope: Scope,
): Promise<Record<SignableKind, number>> {
  return countOfKinds(db, turnBegan(before), scope);
}

/** How many records of each kind were due before a day, `YYYY-MM-DD`; up to one more than the most. */
export function countOverdue(
  db: Queryable,
  day: string,
  scope: Scope,
): Promise<Record<SignableKind, number>> {
  return countOfKinds(db, isOverdue(day), scope);
}

function countOfKinds(db: Queryable, condition: Sql, scope: Scope): Promise<Record<SignableKind, number>> {
  const most = sql.literal(maxWaitingCounted + 1);
  const count = (kind: SignableKind) => sql`
    (select count(*)::int from (
       select from signables s
       where ${sql.all([sql`s.kind = ${kind}::signable_kind`, condition, ...scopeConditions(scope)])}
       limit ${most}) s)`;
  return sql<Record<SignableKind, number>>`
    select ${count('agreement')} as agreement, ${count('amendment')} as amendment`.one(db);
}

/** How many records there are of a state in one of some spans of time. */
export interface SpanCount {
  /** From 0. */
  span: number;
  state: SignableState;
  count: number;
}

/**
 * How many records were registered in each span, by the state that they are in now; erased ones apart.
 *
 * @param bounds  where spans begin, and where the last of them ends
 */
export function countRegistered(db: Queryable, bounds: readonly Date[], scope: Scope): Promise<SpanCount[]> {
  const conditions = [
    sql`s.created_at >= ${bounds[0]} and s.created_at < ${bounds.at(-1)} and s.state <> 'erased'`,
    ...scopeConditions(scope),
  ];
  return sql<SpanCount>`
    select span, state::text, count from (
      select width_bucket(s.created_at, ${bounds}::timestamptz[]) - 1 as span, s.state, count(*)::int as count
      from signables s where ${sql.all(conditions)} group by 1, 2) counted`.rows(db);
}

/** How long the rounds of one workflow took. */
export interface WorkflowDays {
  workflowId: string;
  rounds: number;
  /** Whether that is an estimate, from a sample (decision 0012). */
  isEstimate: boolean;
  medianDays: number;
  /** Nine of ten took no longer. */
  ninthDays: number;
}

/** Workflows that are shown, those with most rounds. */
const maxWorkflows = 10;

/** So many rounds at most are looked at, spread evenly over all. */
const sampledRounds = 2_000;

/**
 * How long rounds took that ended since an instant, by workflow, to the hour.
 *
 * Their ids count up as they end: a sample is of ids between those of the first and the last, and all of them where
 * there are few. Looking at each took 50 ms for 30,000.
 */
export async function measureRounds(db: Queryable, since: Date, scope: Scope): Promise<WorkflowDays[]> {
  const conditions = [sql`s.signed_at >= ${since}`, ...scopeConditions(scope)];
  const most = sql.literal(sampledRounds);
  const rows = await sql<Omit<WorkflowDays, 'isEstimate'> & { each: number }>`
    with ends as (
      select min(id) as first, (select max(id) from signed_rounds) as last
      from (select id from signed_rounds where signed_at >= ${since} order by signed_at limit ${most}) f
    ), sample as (
      select distinct first + place * (last - first) / (${most} - 1) as id
      from ends, generate_series(0::bigint, ${most} - 1) place
    ), measured as (
      select s.workflow_id, round(extract(epoch from s.signed_at - s.started_at) / 3600) / 24 as days
      from sample join signed_rounds s using (id) where ${sql.all(conditions)})
    select workflow_id, count(*)::int as rounds,
      percentile_disc(0.5) within group (order by days)::float8 as median_days,
      percentile_disc(0.9) within group (order by days)::float8 as ninth_days,
      (select greatest(1, (last - first + 1) / ${most}::float8) from ends) as each
    from measured group by workflow_id
    order by rounds desc, workflow_id limit ${sql.literal(maxWorkflows)}`.rows(db);
  return rows.map(({ each, rounds, ...days }) => {
    const isEstimate = each > 1;
    return { ...days, isEstimate, rounds: isEstimate ? Number((rounds * each).toPrecision(2)) : rounds };
  });
}
