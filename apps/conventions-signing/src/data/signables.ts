import { Prisma } from '../../generated/client.ts';
import type { OwnTexts } from '../signing/registered-texts.ts';
import type { SignableKind, SignableRef, SignableState, SigningMetadata } from '../signing/signable.ts';
import type { Database, Transaction } from './open-database.ts';
import { readWholeRecord, type SignableRecord } from './whole-record.ts';

/** The columns that decide what may happen to a record, read with the row locked. */
export interface LockedSignable {
  id: number;
  state: SignableState;
  round: number;
  roundStartedAt: Date | null;
  signedOutside: boolean;
  /** Null once erased. */
  documentId: number | null;
}

/** The record with a page of its history in one statement, or null. */
export function findSignable({ pool }: Database, ref: SignableRef): Promise<SignableRecord | null> {
  return readWholeRecord(pool, ref);
}

/** The internal id of a record, also of what was erased; null when there is none. */
export async function findId(db: Transaction, ref: SignableRef): Promise<number | null> {
  const found = await db.signable.findUnique({ where: { kind_number: ref }, select: { id: true } });
  return found?.id ?? null;
}

/** Where a record stands, read without a lock; null when there is none or it was erased. */
export async function findState(
  { prisma }: Database,
  ref: SignableRef,
): Promise<{ id: number; state: SignableState; round: number; signedOutside: boolean } | null> {
  const found = await prisma.signable.findUnique({
    where: { kind_number: ref },
    select: { id: true, state: true, round: true, signedOutside: true },
  });
  return found?.state === 'erased' ? null : found;
}

/**
 * Locks a record until the transaction ends, so that its transitions, deposits, dates and attempts
 * happen one after the other. Null when there is none.
 */
export async function lockSignable(tx: Transaction, ref: SignableRef): Promise<LockedSignable | null> {
  const rows = await tx.$queryRaw<LockedSignable[]>`
    select id, state, round, round_started_at as "roundStartedAt", signed_outside as "signedOutside", document_id as "documentId" from signables
    where kind = ${ref.kind}::signable_kind and number = ${ref.number}
    for update`;
  return rows[0] ?? null;
}

/** A number of the kind's own sequence; a rolled-back transaction leaves a gap. */
async function nextNumber(tx: Transaction, kind: SignableKind): Promise<number> {
  const rows = await tx.$queryRaw<{ number: number }[]>`
    select nextval(${`${kind}_number_seq`}::regclass)::int as number`;
  const number = rows[0]?.number;
  if (number === undefined) throw new Error(`the sequence of ${kind} gave no number`);
  return number;
}

/** What a registration or a replacement writes. */
export interface SignableContent {
  metadata: SigningMetadata;
  own: OwnTexts;
  searchText: string;
  documentId: number;
}

/** Inserts a draft and returns its internal id and its number. */
export async function insertSignable(
  tx: Transaction,
  { kind, agreementId, ...content }: { kind: SignableKind; agreementId: number | null } & SignableContent,
): Promise<{ id: number; number: number }> {
  const number = await nextNumber(tx, kind);
  return tx.signable.create({
    data: { kind, agreementId, number, ...columnsOf(content) },
    select: { id: true, number: true },
  });
}

/** Replaces everything that was registered of a draft. */
export async function replaceSignable(tx: Transaction, id: number, content: SignableContent): Promise<void> {
  await tx.signatory.deleteMany({ where: { signableId: id } });
  await tx.signable.update({ where: { id }, data: columnsOf(content) });
}

function columnsOf({ metadata: { signatories, ...metadata }, own, ...columns }: SignableContent) {
  const people = signatories.map((signatory, position) => ({ ...signatory, position }));
  return { ...metadata, ...own, ...columns, signatories: { createMany: { data: people } } };
}

/** Whether a write failed because another record of the kind has the reference. */
export function isReferenceTaken(error: unknown): boolean {
  return (
    error instanceof Prisma.PrismaClientKnownRequestError &&
    error.code === 'P2002' &&
    JSON.stringify(error.meta).includes('reference')
  );
}

/** What a transition changes. */
export async function updateState(
  tx: Transaction,
  id: number,
  change: { state: SignableState; round?: number; roundStartedAt?: Date | null; signedOutside?: boolean },
): Promise<void> {
  await tx.signable.update({ where: { id }, data: change });
}

/** From signing to signed, if nothing is missing in the current round; tells whether it was so. */
export async function signWhenComplete(tx: Transaction, id: number): Promise<boolean> {
  const changed = await tx.$executeRaw`
    update signables set state = 'signed'
    where id = ${id} and state = 'signing'
      and not exists (select 1 from signatories where signable_id = ${id} and signature_date is null)
      and exists (select 1 from deposits where signable_id = ${id} and deposits.round = signables.round)`;
  return changed === 1;
}

/** The whole record, which must be there: the caller has just written it. */
export async function readSignable(tx: Transaction, ref: SignableRef): Promise<SignableRecord> {
  const record = await readWholeRecord(tx, ref);
  if (record === null) throw new Error(`${ref.kind} ${ref.number} is missing after it was written`);
  return record;
}
