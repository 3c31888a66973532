import type { Prisma } from '../../generated/client.ts';
import type { SignableKind, SignableRef, SignableState, SigningMetadata } from '../signing/signable.ts';
import type { Database, Transaction } from './open-database.ts';

/** The columns that decide what may happen to a record, read with the row locked. */
export interface LockedSignable {
  id: number;
  state: SignableState;
  round: number;
}

/** Everything a record shows, without the bytes of any document. */
const wholeRecord = {
  signatories: { orderBy: [{ order: 'asc' }, { position: 'asc' }] },
  document: { select: { sha256: true, size: true } },
  agreement: { select: { number: true } },
  amendments: { select: { number: true, title: true, state: true }, orderBy: { number: 'asc' } },
  deposits: {
    orderBy: { version: 'asc' },
    include: { document: { select: { sha256: true, size: true } } },
  },
  deliveries: {
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    include: { attempts: { orderBy: { number: 'asc' } } },
  },
  history: { orderBy: { id: 'asc' } },
} satisfies Prisma.SignableInclude;

/** What one row of a list shows. */
const summary = {
  signatories: wholeRecord.signatories,
  agreement: wholeRecord.agreement,
} satisfies Prisma.SignableInclude;

export type SignableRecord = Prisma.SignableGetPayload<{ include: typeof wholeRecord }>;
export type SignableSummary = Prisma.SignableGetPayload<{ include: typeof summary }>;

/** The whole record in one query, or null. */
export function findSignable(db: Transaction, ref: SignableRef): Promise<SignableRecord | null> {
  return db.signable.findUnique({
    where: { kind_number: ref },
    include: wholeRecord,
    relationLoadStrategy: 'join',
  });
}

/** Newest first; those numbered below `before` when it is given. One query whatever the length. */
export function listSignables(
  db: Transaction,
  kind: SignableKind,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<SignableSummary[]> {
  return db.signable.findMany({
    where: { kind, ...(before === undefined ? {} : { number: { lt: before } }) },
    orderBy: { number: 'desc' },
    take: limit,
    include: summary,
    relationLoadStrategy: 'join',
  });
}

/** State of a record, or null when there is none. */
export async function findState(db: Database, ref: SignableRef): Promise<SignableState | null> {
  const found = await db.prisma.signable.findUnique({ where: { kind_number: ref }, select: { state: true } });
  return found?.state ?? null;
}

/**
 * Locks a record until the transaction ends, so that its transitions, deposits, dates and attempts
 * happen one after the other. Null when there is none.
 */
export async function lockSignable(tx: Transaction, ref: SignableRef): Promise<LockedSignable | null> {
  const rows = await tx.$queryRaw<LockedSignable[]>`
    select id, state, round from signables
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

/** Inserts a draft and returns its internal id and its number. */
export async function insertSignable(
  tx: Transaction,
  {
    kind,
    agreementId,
    metadata,
    documentId,
  }: { kind: SignableKind; agreementId: number | null; metadata: SigningMetadata; documentId: number },
): Promise<{ id: number; number: number }> {
  const { signatories, ...columns } = metadata;
  return tx.signable.create({
    data: {
      ...columns,
      kind,
      agreementId,
      documentId,
      number: await nextNumber(tx, kind),
      signatories: {
        createMany: { data: signatories.map((signatory, position) => ({ ...signatory, position })) },
      },
    },
    select: { id: true, number: true },
  });
}

/** Forgets the dates of the current round; the history keeps them. */
export async function clearDates(tx: Transaction, signableId: number): Promise<void> {
  await tx.signatory.updateMany({
    where: { signableId },
    data: { signatureDate: null, submissionDate: null },
  });
}
