import { sql } from '@campus/database';
import type { Prisma } from '../../generated/client.ts';
import type { ListCounts } from '../figures.ts';
import type { FollowedList, ServicePeriod, TrustedList, TrustService } from '../trust/trusted-list.ts';
import type { Database, Transaction } from './open-database.ts';

/** A service as its list is kept: certificates in Base64, instants in ISO 8601. */
interface KeptService extends Omit<TrustService, 'certificates' | 'periods'> {
  certificates: string[];
  periods: (Omit<ServicePeriod, 'since'> & { since: string })[];
}

/** A list as it was last followed. */
interface ListStanding {
  territory: string;
  /** Of what is kept, as the next two; null: it could never be read. */
  sequence: number | null;
  issuedAt: Date | null;
  /** Null also when the list is closed. */
  nextUpdate: Date | null;
  checkedAt: Date;
  /** Why it could not be read then; what was kept before still is. */
  problem: string | null;
}

/**
 * Keeps what lists say in place of what they said before; of those that cannot be read why, and what they said stays.
 *
 * @param options.forgetsOthers  whether lists that are not among them go
 */
export async function keepTrustedLists(
  tx: Transaction,
  followed: readonly FollowedList[],
  { checkedAt, forgetsOthers }: { checkedAt: Date; forgetsOthers: boolean },
): Promise<void> {
  const territories = followed.map(({ territory }) => territory);
  for (const { territory, ...one } of followed) {
    const data = { checkedAt, ...('list' in one ? { ...contentOf(one.list), problem: null } : one) };
    await tx.trustedList.upsert({ where: { territory }, create: { territory, ...data }, update: data });
  }
  if (forgetsOthers)
    await sql`delete from trusted_lists where territory <> all(${territories}::text[])`.run(tx);
}

function contentOf({ sequence, issuedAt, nextUpdate, services }: TrustedList) {
  const kept = services.map(
    ({ certificates, ...service }): KeptService => ({
      ...service,
      certificates: certificates.map((bytes) => Buffer.from(bytes).toString('base64')),
      periods: service.periods.map((period) => ({ ...period, since: period.since.toISOString() })),
    }),
  );
  return { sequence, issuedAt, nextUpdate, services: kept as unknown as Prisma.InputJsonArray };
}

/** How each list was last found, by country. */
export function findListStandings({ pool }: Pick<Database, 'pool'>): Promise<ListStanding[]> {
  return sql<ListStanding>`
    select territory, sequence, issued_at, next_update, checked_at, problem from trusted_lists
    order by territory`.rows(pool);
}

/** What each list says that could ever be read. */
export async function findTrustedServices({
  pool,
}: Database): Promise<{ territory: string; services: TrustService[] }[]> {
  const rows = await sql<{ territory: string; services: KeptService[] }>`
    select territory, services from trusted_lists where services is not null order by territory`.rows(pool);
  return rows.map(({ territory, services }) => ({ territory, services: services.map(serviceOf) }));
}

function serviceOf({ certificates, periods, ...service }: KeptService): TrustService {
  return {
    ...service,
    certificates: certificates.map((text) => new Uint8Array(Buffer.from(text, 'base64'))),
    periods: periods.map(({ since, ...period }) => ({ ...period, since: new Date(since) })),
  };
}

/** How many lists were found how when they were last followed. */
export function countLists({ pool }: Pick<Database, 'pool'>, now: Date): Promise<ListCounts> {
  return sql<ListCounts>`
    select (count(*) filter (where problem is null and next_update >= ${now}))::integer as read,
      (count(*) filter (where problem is not null))::integer as unread,
      (count(*) filter (where problem is null and next_update < ${now}))::integer as overdue,
      extract(epoch from max(checked_at))::float8 as "checkedAt"
    from trusted_lists`.one(pool);
}
