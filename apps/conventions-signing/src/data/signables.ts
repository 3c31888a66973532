import { textOf } from '@campus/config';
import { snakeCase, sql } from '@campus/database';
import { metadataTextNames, type OwnTexts, ownTextNames } from '../domain/registered-texts.ts';
import { isInScope, type Placed, type Scope } from '../domain/scope.ts';
import type { SignableKind, SignableRef, SignableState, SigningMetadata } from '../domain/signable.ts';
import type { Change } from './history.ts';
import type { Database, Transaction, Writing } from './open-database.ts';
import { type DatedSignatory, insertSignatories } from './signatories.ts';
import { readWholeRecord, type SignableRecord } from './whole-record.ts';

/** The columns that decide what may happen to a record, read with the row locked. */
export interface LockedSignable extends SignableRef, Placed {
  id: number;
  state: SignableState;
  round: number;
  /** The highest number that a round has had. */
  lastRound: number;
  roundStartedAt: Date | null;
  /** The last day on which the round that counts is in time, `YYYY-MM-DD`. */
  dueOn: string | null;
  signedOutside: boolean;
  /** Null once erased. */
  documentId: number | null;
}

/**
 * The record with a page of its history in one statement, or null; in a scope only what it lets see, also of the
 * amendments.
 */
export async function findSignable(
  { pool }: Database,
  ref: SignableRef,
  scope: Scope,
): Promise<SignableRecord | null> {
  const record = await readWholeRecord(pool, ref);
  return record === null || !isInScope(scope, record) ? null : seenIn(scope, record);
}

/** What a scope lets see of a record that is in it: not the amendments that are not. */
export function seenIn(scope: Scope, record: SignableRecord): SignableRecord {
  return { ...record, amendments: record.amendments.filter((amendment) => isInScope(scope, amendment)) };
}

/** What scopes go by of a record, also of what was erased; null when there is none. */
export async function findPlaced({ pool }: Database, { kind, number }: SignableRef): Promise<Placed | null> {
  return sql<Placed>`
    select department, workflow_id from signables
    where kind = ${kind}::signable_kind and number = ${number}`.row(pool);
}

/** The same of the record that a delivery is about. */
export async function findPlacedOfDelivery({ pool }: Database, id: string): Promise<Placed | null> {
  return sql<Placed>`
    select s.department, s.workflow_id
    from deliveries d join signables s on s.id = d.signable_id where d.id = ${id}`.row(pool);
}

/** The internal id of a record, also of what was erased; null when there is none. */
export async function findId(db: Transaction, ref: SignableRef): Promise<number | null> {
  const found = await db.signable.findUnique({ where: { kind_number: ref }, select: { id: true } });
  return found?.id ?? null;
}

/** Where a record stands, read without a lock; null when there is none or it was erased. */
export async function findState(
  { pool }: Database,
  { kind, number }: SignableRef,
): Promise<{ id: number; state: SignableState; round: number; signedOutside: boolean } | null> {
  return sql<{ id: number; state: SignableState; round: number; signedOutside: boolean }>`
    select id, state, round, signed_outside from signables
    where kind = ${kind}::signable_kind and number = ${number} and state <> 'erased'`.row(pool);
}

/**
 * Locks a record until the transaction ends, so that its transitions, deposits, dates and attempts
 * happen one after the other. Null when there is none.
 *
 * What belongs to the record is read by statements of their own behind this one: they see what whoever had the lock
 * before has committed; a subquery of this one would not.
 */
export async function lockSignable(
  tx: Writing,
  { kind, number }: SignableRef,
): Promise<LockedSignable | null> {
  return sql<LockedSignable>`
    select id, kind, number, state, round, greatest(round, last_round) as last_round, round_started_at, due_on,
      signed_outside, document_id, department, workflow_id
    from signables where kind = ${kind}::signable_kind and number = ${number} for update`.row(tx);
}

/** The department of the agreement that an amendment changes; null where it has none, and for an agreement. */
export async function findAgreementDepartment(tx: Writing, id: number): Promise<string | null> {
  const found = await sql<{ department: string | null }>`
    select a.department from signables s join signables a on a.id = s.agreement_id
    where s.id = ${id}`.row(tx);
  return found?.department ?? null;
}

/** What a registration or a replacement writes. */
interface SignableContent {
  metadata: SigningMetadata;
  own: OwnTexts;
  searchText: string;
  documentId: number;
}

/** Inserts a draft with the next number of its kind; a rolled-back transaction leaves a gap. */
export async function insertSignable(
  tx: Writing,
  { kind, agreementId, ...content }: { kind: SignableKind; agreementId: number | null } & SignableContent,
): Promise<{ id: number; number: number; createdAt: Date; signatories: DatedSignatory[] }> {
  const columns = Object.entries(columnsOf(content));
  const inserted = await sql<{ id: number; number: number; createdAt: Date }>`
    insert into signables (number, kind, agreement_id, ${sql.join(
      columns.map(([name]) => sql.identifier(name)),
      ', ',
    )})
    values (nextval(${`${kind}_number_seq`}::regclass), ${kind}, ${agreementId}, ${sql.join(
      columns.map(([, value]) => sql`${value}`),
      ', ',
    )})
    returning id, number, created_at`.one(tx);
  return { ...inserted, signatories: insertSignatories(tx, inserted.id, content.metadata.signatories) };
}

/** Replaces everything that was registered of a draft. */
export function replaceSignable(tx: Writing, id: number, content: SignableContent): void {
  tx.send(sql`delete from signatories where signable_id = ${id}`);
  const columns = Object.entries(columnsOf(content));
  const changes = columns.map(([name, value]) => sql`${sql.identifier(name)} = ${value}`);
  tx.send(sql`update signables set ${sql.join(changes, ', ')} where id = ${id}`);
  insertSignatories(tx, id, content.metadata.signatories);
}

/** By the names of the columns, in the same order each time. */
function columnsOf({ metadata, own, searchText, documentId }: SignableContent): Record<string, unknown> {
  const texts = [
    ...metadataTextNames.map((name) => [snakeCase(name), metadata[name]]),
    ...ownTextNames.map((name) => [snakeCase(name), own[name]]),
  ];
  return {
    ...Object.fromEntries(texts),
    watchers: metadata.watchers,
    search_text: searchText,
    document_id: documentId,
  };
}

/** The constraint of `@@unique([kind, reference])`. */
const referenceKey = 'signables_kind_reference_key';

/** Whether a write failed because another record of the kind has the reference. */
export function isReferenceTaken(error: unknown): boolean {
  return textOf(error, 'constraint') === referenceKey;
}

/** What a transition changes. */
export function updateState(
  tx: Writing,
  id: number,
  change: Pick<LockedSignable, 'state' | 'round' | 'roundStartedAt' | 'dueOn' | 'signedOutside'>,
): void {
  tx.send(sql`
    update signables set state = ${change.state}, round = ${change.round},
      last_round = nullif(greatest(round, last_round, ${change.round}), ${change.round}),
      round_started_at = ${change.roundStartedAt}, due_on = ${change.dueOn}, signed_outside = ${change.signedOutside}
    where id = ${id}`);
}

/** Gives the round that counts another last day, `YYYY-MM-DD`. */
export function updateDue(tx: Writing, id: number, dueOn: string | null): void {
  tx.send(sql`update signables set due_on = ${dueOn} where id = ${id}`);
}

/**
 * From signing to signed, with its event in the history, when the last missing date or the signed document has just
 * arrived: every signatory of the round has a date and a signed PDF is there, in whichever order they came.
 */
export function signWhenComplete({ tx, at, actor }: Change, { id, state }: LockedSignable): void {
  if (state === 'signed') return;
  tx.send(sql`
    with signed as (
      update signables set state = 'signed'
      where id = ${id} and state = 'signing'
        and not exists (select 1 from signatories where signable_id = ${id} and signature_date is null)
        and exists (select 1 from deposits where signable_id = ${id} and deposits.round = signables.round)
      returning round, workflow_id, department, round_started_at),
    noted as (
      insert into signed_rounds (workflow_id, department, started_at, signed_at)
      select workflow_id, department, round_started_at, ${at} from signed)
    insert into history (signable_id, at, event, actor, detail)
    select ${id}, ${at}, 'signed', ${actor}, json_build_object('round', round) from signed`);
}

/** The whole record, which must be there: the caller has just written it. */
export async function readSignable(tx: Writing, ref: SignableRef): Promise<SignableRecord> {
  const record = await readWholeRecord(tx, ref);
  if (record === null) throw new Error(`${ref.kind} ${ref.number} is missing after it was written`);
  return record;
}
