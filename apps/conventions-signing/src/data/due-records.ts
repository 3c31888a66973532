import { type Queryable, type Sql, sql } from '@campus/database';
import type { RetentionState } from '../domain/retention-rules.ts';
import type { Scope } from '../domain/scope.ts';
import { type SignableKind, type SignableState, signableKinds } from '../domain/signable.ts';
import type { Writing } from './open-database.ts';
import { scopeConditions } from './scopes.ts';

/** Records that have been in a state since before an instant. */
export interface Due {
  state: RetentionState;
  /** How long they stay in it. */
  days: number;
  /** They stay until then in any case. */
  erasesFrom: Date;
  before: Date;
}

/** A record that is due, or will be. */
export interface DueRecord {
  kind: SignableKind;
  number: number;
  title: string;
  state: SignableState;
  round: number;
  documentId: number | null;
  rule: RetentionState;
  /** When it came into its state, or a draft was last changed; milliseconds, as the next. */
  since: number;
  dueAt: number;
}

/** Records `s` of a kind, with their times `t`, that a rule concerns. */
interface Concerned {
  rule: Due;
  /** When they came into their state. */
  since: Sql;
  /** By what the index of times has them in order. */
  key: Sql;
  records: Sql;
}

/**
 * What is due, for each rule and kind. A draft and a refused record count from the last thing that happened to them, a
 * signed one from its completion. An agreement stays until its amendments have gone.
 */
function concernedBy(rules: readonly Due[], scope: Scope): Concerned[] {
  return rules.flatMap((rule) => {
    const { state, before } = rule;
    const isSigned = state === 'signed' || state === 'signed-outside';
    const since = isSigned ? sql`t.signed_at` : sql`t.updated_at`;
    const key = isSigned ? sql`coalesce(t.signed_at, '-infinity'::timestamptz)` : since;
    const conditions = [
      sql`t.state = ${isSigned ? 'signed' : state}::signable_state and s.state = t.state`,
      sql`${key} > '-infinity'::timestamptz and ${key} < ${before}`,
      ...(isSigned ? [sql`s.signed_outside = ${state === 'signed-outside'}`] : []),
      sql`not exists (select from signables a where a.agreement_id = s.id and a.state <> 'erased')`,
      ...scopeConditions(scope),
    ];
    return signableKinds.map((kind) => ({
      rule,
      since,
      key,
      records: sql`
        signable_times t join signables s on s.id = t.signable_id
        where t.kind = ${kind}::signable_kind and ${sql.all(conditions)}`,
    }));
  });
}

/** Those that are due by one rule or another, the first to go first. */
export async function findDue(
  db: Queryable,
  rules: readonly Due[],
  { scope, limit, offset = 0 }: { scope: Scope; limit: number; offset?: number },
): Promise<DueRecord[]> {
  if (rules.length === 0) return [];
  const firstOfEach = concernedBy(rules, scope).map(
    ({ rule: { state, days, erasesFrom }, since, key, records }) => sql`(
      select s.kind::text, s.number, s.title, s.state::text, s.round, s.document_id, ${state} as rule,
        (extract(epoch from ${since}) * 1000)::float8 as since,
        (extract(epoch from greatest(${since} + ${days} * interval '1 day', ${erasesFrom})) * 1000)::float8 as due_at
      from ${records} order by ${key}, t.number limit ${offset + limit})`,
  );
  return sql<DueRecord>`
    select * from (${sql.join(firstOfEach, ' union all ')}) d
    order by due_at, since, kind desc, number limit ${limit} offset ${offset}`.rows(db, {
    isPrepared: false,
  });
}

/** How many there are, up to one more than `most`. */
export async function countDue(
  db: Queryable,
  rules: readonly Due[],
  { scope, most }: { scope: Scope; most: number },
): Promise<number> {
  if (rules.length === 0) return 0;
  const each = concernedBy(rules, scope).map(({ records }) => sql`select from ${records}`);
  const { count } = await sql<{ count: number }>`
    select count(*)::int from (
      select from (${sql.join(each, ' union all ')}) d limit ${most + 1}) counted`.one(db, {
    isPrepared: false,
  });
  return count;
}

/** Whether nothing happened to a record since an instant. */
export async function isUntouchedSince(tx: Writing, signableId: number, since: Date): Promise<boolean> {
  const found = await sql<{ isUntouched: boolean }>`
    select updated_at <= ${since} as is_untouched from signable_times
    where signable_id = ${signableId}`.row(tx);
  return found?.isUntouched ?? true;
}
