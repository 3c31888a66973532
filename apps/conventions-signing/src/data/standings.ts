import { type Queryable, sql } from '@campus/database';
import { isInScope, type Placed, type Scope } from '../domain/scope.ts';
import type { SignableKind, SignableRef, SignableState } from '../domain/signable.ts';
import { conditionsOf, holdsAll, type SignableFilter } from './signable-conditions.ts';

/** Where a record stands; nulls when there is none, or it was erased. */
export type StandingOf = SignableRef &
  (
    | { state: SignableState; round: number; documentId: number | null }
    | { state: null; round: null; documentId: null }
  );

/** Where each of these records stands, in their order; one that is out of the scope is none. */
export async function findStandings(
  db: Queryable,
  refs: readonly SignableRef[],
  scope: Scope,
): Promise<StandingOf[]> {
  const rows = await sql<StandingOf & Placed>`
    select kind, number, s.state, s.round, s.document_id, s.department, s.workflow_id
    from ${sql.unnest(refs, { kind: sql`signable_kind`, number: sql`int` })}
      with ordinality asked (kind, number, place)
    left join signables s using (kind, number)
    order by place`.rows(db);
  return rows.map(({ department, workflowId, ...row }) =>
    row.state === 'erased' || !isInScope(scope, { department, workflowId })
      ? { kind: row.kind, number: row.number, state: null, round: null, documentId: null }
      : row,
  );
}

/** Where the records stand that a filter lets through, not those that were erased, up to one more than `most`. */
export function findStandingsOf(
  db: Queryable,
  kind: SignableKind,
  { most, words = [], ...filter }: SignableFilter & { most: number },
): Promise<StandingOf[]> {
  const conditions = [
    sql`s.kind = ${kind}::signable_kind and s.state <> 'erased'`,
    ...conditionsOf(filter),
    ...holdsAll(words),
  ];
  return sql<StandingOf>`
    select s.kind::text, s.number, s.state::text, s.round, s.document_id from signables s
    where ${sql.all(conditions)} order by s.number limit ${most + 1}`.rows(db, {
    isPrepared: false,
  });
}
