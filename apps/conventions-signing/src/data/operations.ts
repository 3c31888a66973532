import type { Lookups, Requester, StatementReader, Statements } from '@campus/database';
import { type Operation as OperationRow, type Outcome, Prisma } from '../../generated/client.ts';
import type { Scope } from '../domain/scope.ts';
import type { SignableKind } from '../domain/signable.ts';
import type { Transaction, Writing } from './open-database.ts';
import { cutPage, type Page } from './page.ts';
import { readRows } from './read-rows.ts';
import { scopeConditions } from './scope-conditions.ts';
import type { StandingOf } from './standings.ts';

/** One thing that is done to many records. */
export type Operation = OperationRow;

/** What somebody asked for. */
export type NewOperation = Pick<Operation, 'id' | 'action' | 'actor' | 'reason' | 'newRounds' | 'createdAt'>;

/** Any number, the same in all processes. */
const countingLock = 0x6f70;

/** How many operations are under way, of an actor and in all; nobody else begins one until the transaction ends. */
export async function countUnderWay(tx: Writing, actor: string): Promise<{ own: number; all: number }> {
  tx.send({ name: 'lock-operations', text: 'select pg_advisory_xact_lock($1)', values: [countingLock] });
  const { rows } = await tx.query<{ own: number; all: number }>({
    name: 'operations-under-way',
    text: `
      select count(*) filter (where actor = $1)::int as own, count(*)::int as "all"
      from operations where ended_at is null`,
    values: [actor],
  });
  return rows[0] ?? { own: 0, all: 0 };
}

/** Adds an operation with its records, in their order; one without any has ended. */
export async function insertOperation(
  tx: Writing,
  { id, action, actor, reason, newRounds, createdAt }: NewOperation,
  records: readonly StandingOf[],
): Promise<Operation> {
  const total = records.length;
  const endedAt = total === 0 ? createdAt : null;
  tx.send({
    name: 'insert-operation',
    text: `
      insert into operations (id, action, actor, reason, new_rounds, created_at, ended_at, total)
      values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [id, action, actor, reason, newRounds, createdAt, endedAt, total],
  });
  tx.send({
    name: 'insert-operation-records',
    text: `
      insert into operation_records (operation_id, position, kind, number, state, round, document_id)
      select $1, place - 1, kind, number, state, round, document_id
      from unnest($2::signable_kind[], $3::int[], $4::signable_state[], $5::int[], $6::int[])
        with ordinality r (kind, number, state, round, document_id, place)`,
    values: [
      id,
      records.map(({ kind }) => kind),
      records.map(({ number }) => number),
      records.map(({ state }) => state),
      records.map(({ round }) => round),
      records.map(({ documentId }) => documentId),
    ],
  });
  const nothingYet = { startedAt: null, cancelledBy: null, done: 0, refused: 0 };
  return { id, action, actor, reason, newRounds, createdAt, endedAt, total, ...nothingYet };
}

/**
 * The operation of this id; null when there is none, or it was forgotten.
 *
 * @param by  only when it is theirs; absent: whoever has begun it
 */
export function findOperation(
  db: Transaction,
  id: string,
  by: string | undefined,
): Promise<Operation | null> {
  return db.operation.findFirst({ where: { id, actor: by } });
}

/** A page of the operations, or of those that somebody has begun, the newest first. */
export function listOperations(
  db: Transaction,
  { before, size, by }: { before?: string | undefined; size: number; by: string | undefined },
): Promise<Page<Operation>> {
  return cutPage(
    (take) =>
      db.operation.findMany({
        ...(before === undefined ? {} : { cursor: { id: before }, skip: 1 }),
        where: { actor: by },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take,
      }),
    { size, cursorOf: ({ id }) => id },
  );
}

/** All of them, or those that somebody has begun, page by page, so that no more than one is in memory. */
export async function* pagesOfOperations(
  lookups: Lookups<Transaction>,
  requester: Requester,
  by: string | undefined,
): AsyncGenerator<Operation[]> {
  let next: string | null | undefined;
  do {
    const before: string | undefined = next ?? undefined;
    const page: Page<Operation> = await lookups.withPrisma(requester, (tx) =>
      listOperations(tx, { before, size: atATime, by }),
    );
    yield page.results;
    next = page.before;
  } while (next !== null);
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
  const [operations, records] = await Promise.all([
    tx.query<AskedOperation>({
      name: 'lock-operation',
      text: `
        select action, actor, reason, new_rounds as "newRounds", created_at as "createdAt" from operations
        where id = $1 and ended_at is null for update`,
      values: [id],
    }),
    tx.query<RecordLeft>({
      name: 'next-of-operation',
      text: `
        select position, kind, number, state, round, document_id as "documentId" from operation_records
        where operation_id = $1 and outcome is null order by position limit 1`,
      values: [id],
    }),
  ]);
  const [operation] = operations.rows;
  const [record] = records.rows;
  return operation === undefined || record === undefined ? null : { operation, record };
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
  tx.send({
    name: 'settle-operation-record',
    text: `
      update operation_records set outcome = $3::outcome, code = $4, sentence = $5, at = $6
      where operation_id = $1 and position = $2`,
    values: [id, position, outcome, code, sentence, at],
  });
  const [done, refused] = outcome === 'done' ? [1, 0] : [0, 1];
  tx.send({
    name: 'count-operation-record',
    text: `
      update operations set done = done + $2, refused = refused + $3, started_at = coalesce(started_at, $4),
        ended_at = case when done + refused + 1 = total then $4::timestamptz end
      where id = $1`,
    values: [id, done, refused, at],
  });
}

/** Ends an operation that is under way; its records that nobody has looked at stay as they are. */
export async function cancelOperation(
  db: Transaction,
  id: string,
  { actor, at }: { actor: string; at: Date },
): Promise<void> {
  await db.operation.updateMany({ where: { id, endedAt: null }, data: { endedAt: at, cancelledBy: actor } });
}

/** Forgets operations that ended before an instant, with what they say of their records. */
export async function forgetOperations(db: Statements, before: Date): Promise<void> {
  await db.query({
    name: 'forget-operations',
    text: 'delete from operations where ended_at < $1',
    values: [before],
  });
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
  db: StatementReader,
  id: string,
  {
    scope,
    outcome,
    after,
    size,
  }: {
    /** Of whoever reads: of what is out of it there is no title. */
    scope: Scope;
    outcome?: Outcome | 'left' | undefined;
    after?: number | undefined;
    size: number;
  },
): Promise<Page<ReportedRecord>> {
  const isWanted =
    outcome === undefined
      ? Prisma.sql`true`
      : outcome === 'left'
        ? Prisma.sql`r.outcome is null`
        : Prisma.sql`r.outcome = ${outcome}::outcome`;
  const isIt = [Prisma.sql`s.kind = r.kind and s.number = r.number`, ...scopeConditions(scope)];
  return cutPage(
    (limit) =>
      readRows<ReportedRecord>(
        db,
        Prisma.sql`
          select r.position, r.kind::text, r.number, s.title, r.outcome::text, r.code, r.sentence, r.at
          from operation_records r left join signables s on ${Prisma.join(isIt, ' and ')}
          where r.operation_id = ${id}::uuid and r.position > ${after ?? -1} and ${isWanted}
          order by r.position limit ${limit}`,
      ),
    { size, cursorOf: ({ position }) => String(position) },
  );
}

const atATime = 500;

/** What became of all records of an operation, page by page, so that no more than one is in memory. */
export async function* pagesOfReported(
  db: StatementReader,
  id: string,
  scope: Scope,
): AsyncGenerator<ReportedRecord[]> {
  let next: string | null = '-1';
  while (next !== null) {
    const page: Page<ReportedRecord> = await findReported(db, id, {
      scope,
      after: Number(next),
      size: atATime,
    });
    yield page.results;
    next = page.before;
  }
}
