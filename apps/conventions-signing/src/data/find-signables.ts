import { type Queryable, sql } from '@campus/database';
import type { Prisma } from '../../generated/client.ts';
import type { Scope } from '../domain/scope.ts';
import type { SignableKind, SignableRef } from '../domain/signable.ts';
import type { Database } from './open-database.ts';
import { scopeConditions } from './scopes.ts';

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

/** Those of the records that are there for whoever asks and were not erased, agreements first, by number. */
export async function findSignablesToSend(
  { pool, prisma }: Pick<Database, 'pool' | 'prisma'>,
  refs: readonly SignableRef[],
  scope: Scope,
): Promise<SignableToSend[]> {
  const rows = await sql<{ id: number }>`
    select s.id from ${sql.unnest(refs, { kind: sql`signable_kind`, number: sql`int` })} asked (kind, number)
    join signables s using (kind, number)
    where ${sql.all([sql`s.state <> 'erased'`, ...scopeConditions(scope)])}`.rows(pool);
  const ids = rows.map(({ id }) => id);
  return prisma.signable.findMany({
    where: { id: { in: ids } },
    include: beforeSending,
    orderBy: [{ kind: 'asc' }, { number: 'asc' }],
    relationLoadStrategy: 'join',
  });
}

/** The newest records of a kind that were not erased, by name. */
export function findNewest(
  db: Queryable,
  kind: SignableRef['kind'],
  scope: Scope,
): Promise<(SignableRef & { title: string })[]> {
  const conditions = [
    sql`s.kind = ${kind}::signable_kind and s.state <> 'erased'`,
    ...scopeConditions(scope),
  ];
  return sql<SignableRef & { title: string }>`
    select s.kind, s.number, s.title from signables s
    where ${sql.all(conditions)} order by s.number desc limit 20`.rows(db);
}

/** A record that the institution's own number leads to. */
export interface ReferencedRecord {
  reference: string;
  number: number;
  /** Of its registered document, in lower-case hexadecimal. */
  sha256: string;
}

/** The records of a kind that have these references, by them. */
export async function findReferences(
  db: Queryable,
  kind: SignableKind,
  references: readonly string[],
): Promise<Map<string, ReferencedRecord>> {
  const rows = await sql<ReferencedRecord>`
    select s.reference, s.number, d.sha256 from signables s join documents d on d.id = s.document_id
    where s.kind = ${kind}::signable_kind and s.reference = any(${[...references]}::text[])`.rows(db);
  return new Map(rows.map((row) => [row.reference, row]));
}
