import type { StatementReader, Statements } from '@campus/database';
import { Prisma } from '../../generated/client.ts';
import { isInScope, type Placed, type Scope } from '../domain/scope.ts';
import type { SignableKind, SignableRef, SignableState } from '../domain/signable.ts';
import { readRows } from './read-rows.ts';
import { conditionsOf, holdsAll, type SignableFilter } from './signable-conditions.ts';

/** Where a record stands; nulls when there is none, or it was erased. */
export type StandingOf = SignableRef &
  (
    | { state: SignableState; round: number; documentId: number | null }
    | { state: null; round: null; documentId: null }
  );

/** Where each of these records stands, in their order; one that is out of the scope is none. */
export async function findStandings(
  db: Statements,
  refs: readonly SignableRef[],
  scope: Scope,
): Promise<StandingOf[]> {
  const { rows } = await db.query<StandingOf & Placed>({
    name: 'standings',
    text: `
      select kind, number, s.state, s.round, s.document_id as "documentId", s.department, s.workflow_id as "workflowId"
      from unnest($1::signable_kind[], $2::int[]) with ordinality asked (kind, number, place)
      left join signables s using (kind, number)
      order by place`,
    values: [refs.map(({ kind }) => kind), refs.map(({ number }) => number)],
  });
  return rows.map(({ department, workflowId, ...row }) =>
    row.state === 'erased' || !isInScope(scope, { department, workflowId })
      ? { kind: row.kind, number: row.number, state: null, round: null, documentId: null }
      : row,
  );
}

/** Where the records stand that a filter lets through, not those that were erased, up to one more than `most`. */
export function findStandingsOf(
  db: StatementReader,
  kind: SignableKind,
  { most, words = [], ...filter }: SignableFilter & { most: number },
): Promise<StandingOf[]> {
  const conditions = [
    Prisma.sql`s.kind = ${kind}::signable_kind and s.state <> 'erased'`,
    ...conditionsOf(filter),
    ...holdsAll(words),
  ];
  return readRows<StandingOf>(
    db,
    Prisma.sql`
      select s.kind::text, s.number, s.state::text, s.round, s.document_id as "documentId" from signables s
      where ${Prisma.join(conditions, ' and ')} order by s.number limit ${most + 1}`,
    { isPrepared: false },
  );
}
