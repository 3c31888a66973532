import type { Prisma } from '../../generated/client.ts';
import type { Scope } from '../domain/scope.ts';
import type { SignableRef } from '../domain/signable.ts';
import type { Transaction } from './open-database.ts';
import { scopeFilter } from './scope-conditions.ts';

const beforeSending = {
  signatories: { orderBy: [{ order: 'asc' }, { position: 'asc' }] },
  deposits: { select: { version: true, round: true }, orderBy: { version: 'asc' } },
  deliveries: {
    select: { round: true, state: true, reference: true },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  },
} satisfies Prisma.SignableInclude;

/** What has to be known of a record before it is sent for signature. */
export type SignableToSend = Prisma.SignableGetPayload<{ include: typeof beforeSending }>;

/** Those of the records that are there for whoever asks and were not erased, in one statement, agreements first, by number. */
export function findSignablesToSend(
  db: Transaction,
  refs: SignableRef[],
  scope: Scope,
): Promise<SignableToSend[]> {
  const numbersOf = (kind: SignableRef['kind']) =>
    refs.filter((ref) => ref.kind === kind).map(({ number }) => number);
  return db.signable.findMany({
    where: {
      state: { not: 'erased' },
      AND: scopeFilter(scope),
      OR: [
        { kind: 'agreement', number: { in: numbersOf('agreement') } },
        { kind: 'amendment', number: { in: numbersOf('amendment') } },
      ],
    },
    include: beforeSending,
    orderBy: [{ kind: 'asc' }, { number: 'asc' }],
    relationLoadStrategy: 'join',
  });
}

/** The newest records of a kind that were not erased, by name. */
export function findNewest(
  db: Transaction,
  kind: SignableRef['kind'],
  scope: Scope,
): Promise<(SignableRef & { title: string })[]> {
  return db.signable.findMany({
    where: { kind, state: { not: 'erased' }, ...scopeFilter(scope) },
    select: { kind: true, number: true, title: true },
    orderBy: { number: 'desc' },
    take: 20,
  });
}
