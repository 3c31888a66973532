import type { StatementReader } from '@campus/database';
import { Prisma } from '../../generated/client.ts';
import type { RetentionState } from '../domain/retention-rules.ts';
import type { Scope } from '../domain/scope.ts';
import { type SignableKind, type SignableState, signableKinds } from '../domain/signable.ts';
import type { Writing } from './open-database.ts';
import { readRows } from './read-rows.ts';
import { scopeConditions } from './scope-conditions.ts';

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
  since: Prisma.Sql;
  /** By what the index of times has them in order. */
  key: Prisma.Sql;
  records: Prisma.Sql;
}

/**
 * What is due, for each rule and kind. A draft and a refused record count from the last thing that happened to them, a
 * signed one from its completion. An agreement stays until its amendments have gone.
 */
function concernedBy(rules: readonly Due[], scope: Scope): Concerned[] {
  return rules.flatMap((rule) => {
    const { state, before } = rule;
    const isSigned = state === 'signed' || state === 'signed-outside';
    const since = Prisma.raw(isSigned ? 't.signed_at' : 't.updated_at');
    const key = isSigned ? Prisma.raw(`coalesce(t.signed_at, '-infinity'::timestamptz)`) : since;
    const conditions = [
      Prisma.sql`t.state = ${isSigned ? 'signed' : state}::signable_state and s.state = t.state`,
      Prisma.sql`${key} > '-infinity'::timestamptz and ${key} < ${before}`,
      ...(isSigned ? [Prisma.sql`s.signed_outside = ${state === 'signed-outside'}`] : []),
      Prisma.sql`not exists (select from signables a where a.agreement_id = s.id and a.state <> 'erased')`,
      ...scopeConditions(scope),
    ];
    return signableKinds.map((kind) => ({
      rule,
      since,
      key,
      records: Prisma.sql`
        signable_times t join signables s on s.id = t.signable_id
        where t.kind = ${kind}::signable_kind and ${Prisma.join(conditions, ' and ')}`,
    }));
  });
}

/** Those that are due by one rule or another, the first to go first. */
export async function findDue(
  db: StatementReader,
  rules: readonly Due[],
  { scope, limit, offset = 0 }: { scope: Scope; limit: number; offset?: number },
): Promise<DueRecord[]> {
  if (rules.length === 0) return [];
  const firstOfEach = concernedBy(rules, scope).map(
    ({ rule: { state, days, erasesFrom }, since, key, records }) => Prisma.sql`(
      select s.kind::text, s.number, s.title, s.state::text, s.round, s.document_id as "documentId", ${state} as rule,
        (extract(epoch from ${since}) * 1000)::float8 as since,
        (extract(epoch from greatest(${since} + ${days} * interval '1 day', ${erasesFrom})) * 1000)::float8 as "dueAt"
      from ${records} order by ${key}, t.number limit ${offset + limit})`,
  );
  return readRows<DueRecord>(
    db,
    Prisma.sql`
      select * from (${Prisma.join(firstOfEach, ' union all ')}) d
      order by "dueAt", since, kind desc, number limit ${limit} offset ${offset}`,
    { isPrepared: false },
  );
}

/** How many there are, up to one more than `most`. */
export async function countDue(
  db: StatementReader,
  rules: readonly Due[],
  { scope, most }: { scope: Scope; most: number },
): Promise<number> {
  if (rules.length === 0) return 0;
  const each = concernedBy(rules, scope).map(({ records }) => Prisma.sql`select from ${records}`);
  const [row] = await readRows<{ count: number }>(
    db,
    Prisma.sql`
      select count(*)::int from (
        select from (${Prisma.join(each, ' union all ')}) d limit ${most + 1}) counted`,
    { isPrepared: false },
  );
  return row?.count ?? 0;
}

/** Whether nothing happened to a record since an instant. */
export async function isUntouchedSince(tx: Writing, signableId: number, since: Date): Promise<boolean> {
  const { rows } = await tx.query<{ isUntouched: boolean }>({
    name: 'is-untouched-since',
    text: `select updated_at <= $2 as "isUntouched" from signable_times where signable_id = $1`,
    values: [signableId, since],
  });
  return rows[0]?.isUntouched ?? true;
}
