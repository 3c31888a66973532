import { type Queryable, sql } from '@campus/database';
import type { Operation as OperationRow, Outcome } from '../../generated/client.ts';
import type { Scope } from '../domain/scope.ts';
import type { SignableKind } from '../domain/signable.ts';
import type { Writing } from './open-database.ts';
import { allPages, cutPage, type Page } from './page.ts';
import { scopeConditions } from './scopes.ts';
import type { StandingOf } from './standings.ts';

/** One thing that is done to many records. */
export type Operation = Omit<OperationRow, 'action' | 'reminds'> & {
  action: OperationRow['action'] | 'remind';
};

/** What somebody asked for. */
export type NewOperation = Pick<Operation, 'id' | 'action' | 'actor' | 'reason' | 'newRounds' | 'createdAt'>;

const standingTypes = {
  ...{ kind: sql`signable_kind`, number: sql`int`, state: sql`signable_state` },
  ...{ round: sql`int`, documentId: sql`int` },
};

/** Adds an operation with its records, in their order; one without any has ended. */
export async function insertOperation(
  tx: Writing,
  { id, action, actor, reason, newRounds, createdAt }: NewOperation,
  records: readonly StandingOf[],
): Promise<Operation> {
  const total = records.length;
  const endedAt = total === 0 ? createdAt : null;
  // A value that versions before reminders cannot read waits for a release that none of them runs beside.
  const [stored, reminds] = action === 'remind' ? ['send', true] : [action, false];
  tx.send(sql`
    insert into operations (id, action, reminds, actor, reason, new_rounds, created_at, ended_at, total)
    values (${id}, ${stored}, ${reminds}, ${actor}, ${reason}, ${newRounds}, ${createdAt}, ${endedAt}, ${total})`);
  tx.send(sql`
    insert into operation_records (operation_id, position, kind, number, state, round, document_id)
    select ${id}, place - 1, kind, number, state, round, document_id
    from ${sql.unnest(records, standingTypes)}
      with ordinality r (kind, number, state, round, document_id, place)`);
  const nothingYet = { startedAt: null, cancelledBy: null, done: 0, refused: 0 };
  return { id, action, actor, reason, newRounds, createdAt, endedAt, total, ...nothingYet };
}

/**
 * The operation of this id; null when there is none, or it was forgotten.
 *
 * @param by  only when it is theirs; absent: whoever has begun it
 */
export function findOperation(db: Queryable, id: string, by: string | undefined): Promise<Operation | null> {
  return sql<Operation>`${operations} where id = ${id}::uuid and ${isBegunBy(by)}`.row(db);
}

const action = sql`case when reminds then 'remind' else action::text end as action`;

const operations = sql`
  select id, ${action}, actor, reason, new_rounds, created_at, started_at, ended_at, cancelled_by, total, done, refused
  from operations`;

const isBegunBy = (actor: string | undefined) => (actor === undefined ? sql`true` : sql`actor = ${actor}`);

/** A page of the operations, or of those that somebody has begun, the newest first. */
export function listOperations(
  db: Queryable,
  { before, size, by }: { before?: string | undefined; size: number; by: string | undefined },
): Promise<Page<Operation>> {
  const conditions = [isBegunBy(by)];
  if (before !== undefined) {
    const last = sql`(select created_at from operations where id = ${before}::uuid)`;
    conditions.push(sql`(created_at, id) < (${last}, ${before}::uuid)`);
  }
  return cutPage(
    (limit) =>
      sql<Operation>`
        ${operations} where ${sql.all(conditions)}
        order by created_at desc, id desc limit ${limit}`.rows(db),
    { size, cursorOf: ({ id }) => id },
  );
}

/** All of them, or those that somebody has begun, page by page, so that no more than one is in memory. */
export function pagesOfOperations(db: Queryable, by: string | undefined): AsyncGenerator<Operation[]> {
  return allPages((before) => listOperations(db, { before, size: atATime, by }));
}

/** What is to be done to each record. */
export type AskedOperation = Pick<Operation, 'action' | 'actor' | 'reason' | 'newRounds' | 'createdAt'>;

/** A record that nobody has looked at yet. */
export type RecordLeft = StandingOf & { position: number };

/**
 * Locks an operation, and finds the next of its records; null when it has ended. Records of an operation are taken one
 * after the other, by whichever process.
 */
export async function lockNext(
  tx: Writing,
  id: string,
): Promise<{ operation: AskedOperation; record: RecordLeft } | null> {
  const [operation, record] = await Promise.all([
    sql<AskedOperation>`
      select ${action}, actor, reason, new_rounds, created_at from operations
      where id = ${id} and ended_at is null for update`.row(tx),
    sql<RecordLeft>`
      select position, kind, number, state, round, document_id from operation_records
      where operation_id = ${id} and outcome is null order by position limit 1`.row(tx),
  ]);
  return operation === null || record === null ? null : { operation, record };
}

/** What became of one record: what was done, or the code of what refused it, and why. */
export type RecordOutcome =
  | { outcome: 'done'; code: string; sentence: null }
  | { outcome: 'refused'; code: string; sentence: string };

/** Notes what became of a record of a locked operation, which ends with its last. */
export function settleRecord(
  tx: Writing,
  id: string,
  { position, at, outcome, code, sentence }: RecordOutcome & { position: number; at: Date },
): void {
  tx.send(sql`
    update operation_records set outcome = ${outcome}::outcome, code = ${code}, sentence = ${sentence}, at = ${at}
    where operation_id = ${id} and position = ${position}`);
  const [done, refused] = outcome === 'done' ? [1, 0] : [0, 1];
  tx.send(sql`
    update operations set done = done + ${done}, refused = refused + ${refused}, started_at = coalesce(started_at, ${at}),
      ended_at = case when done + refused + 1 = total then ${at}::timestamptz end
    where id = ${id}`);
}

/** One record of an operation, as it is reported on. */
export interface ReportedRecord {
  position: number;
  kind: SignableKind;
  number: number;
  /** Null once it is gone; empty once it is erased. */
  title: string | null;
  /** Nulls while nobody has looked at it. */
  outcome: Outcome | null;
  code: string | null;
  sentence: string | null;
  at: Date | null;
}

/** A page of the records of an operation, in their order, or of those with an outcome (`left`: with none). */
export async function findReported(
  db: Queryable,
  id: string,
  options: {
    /** Of whoever reads: of what is out of it there is no title. */
    scope: Scope;
    outcome?: Outcome | 'left' | undefined;
    after?: number | undefined;
    size: number;
  },
): Promise<Page<ReportedRecord>> {
  const { scope, outcome, after, size } = options;
  const isWanted =
    outcome === undefined
      ? sql`true`
      : outcome === 'left'
        ? sql`r.outcome is null`
        : sql`r.outcome = ${outcome}::outcome`;
  const isIt = [sql`s.kind = r.kind and s.number = r.number`, ...scopeConditions(scope)];
  return cutPage(
    (limit) =>
      sql<ReportedRecord>`
        select r.position, r.kind::text, r.number, s.title, r.outcome::text, r.code, r.sentence, r.at
        from operation_records r left join signables s on ${sql.all(isIt)}
        where r.operation_id = ${id}::uuid and r.position > ${after ?? -1} and ${isWanted}
        order by r.position limit ${limit}`.rows(db),
    { size, cursorOf: ({ position }) => String(position) },
  );
}

const atATime = 500;

/** What became of all records of an operation, page by page, so that no more than one is in memory. */
export function pagesOfReported(db: Queryable, id: string, scope: Scope): AsyncGenerator<ReportedRecord[]> {
  return allPages((next = '-1') => findReported(db, id, { scope, after: Number(next), size: atATime }));
}
