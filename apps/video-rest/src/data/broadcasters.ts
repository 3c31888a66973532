import type { Prisma } from '../../generated/client.ts';
import { refuseConflicts } from './conflicts.ts';
import type { Transaction } from './open-database.ts';

/** Until the transaction ends, nobody else gives a broadcaster its slug. */
export async function lockBroadcasterSlugs(tx: Transaction): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtext('broadcaster slugs'))`;
}

/** The id of the next broadcaster; it is used up even when none is added. */
export async function nextBroadcasterId(tx: Transaction): Promise<number> {
  const [row] = await tx.$queryRaw<{ id: number }[]>`select nextval('broadcasters_id_seq')::int as id`;
  return Number(row?.id);
}

/** Every slug that is this one, or this one with more after it. */
export async function slugsLike(tx: Transaction, wanted: string): Promise<Set<string>> {
  const rows = await tx.broadcaster.findMany({
    where: { slug: { startsWith: wanted } },
    select: { slug: true },
  });
  return new Set(rows.map(({ slug }) => slug));
}

/** @throws TakenError */
export async function addBroadcaster(
  tx: Transaction,
  data: Prisma.BroadcasterUncheckedCreateInput,
): Promise<void> {
  await refuseConflicts(() => tx.broadcaster.create({ data }));
}
