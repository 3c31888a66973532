import { type Queryable, sql } from '@campus/database';
import type { Prisma } from '../../generated/client.ts';
import { refuseConflicts } from './conflicts.ts';
import type { Database, Transaction } from './open-database.ts';

export type NewTheme = Omit<Prisma.ThemeUncheckedCreateInput, 'id' | 'children' | 'videos'>;
export type ThemeChanges = Partial<Omit<NewTheme, 'channelId' | 'parentId'>> & {
  channelId?: number;
  parentId?: number | null;
};

// An arbitrary number, the same in every version of the service.
const themesLock = 2_716_114_054;

/** Makes this transaction the only one that changes which theme is where, until it ends. */
export async function lockThemes(tx: Queryable): Promise<void> {
  await sql`select pg_advisory_xact_lock(${themesLock}::bigint)`.run(tx);
}

/** Where a theme stands; null when there is none with this id. */
export function findPlace(
  tx: Transaction,
  id: number,
): Promise<{ channelId: number; parentId: number | null } | null> {
  return tx.theme.findUnique({ where: { id }, select: { channelId: true, parentId: true } });
}

/** The titles of the channels that themes stand in, by the ids of the themes. */
export async function channelTitlesOf(
  { pool }: Pick<Database, 'pool'>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<{ id: number; title: string }>`
    select t.id, c.title from themes t join channels c on c.id = t.channel_id
    where t.id = any(${ids})`.rows(pool);
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** Whether a theme is another one, or stands anywhere below it. */
export async function isWithin(tx: Transaction, id: number, other: number): Promise<boolean> {
  const [found] = await sql<{ isWithin: boolean }>`
    with recursive above as (
      select id, parent_id from themes where id = ${id}
      union select t.id, t.parent_id from above a join themes t on t.id = a.parent_id)
    select exists (select 1 from above where id = ${other}) as is_within`.rows(tx);
  return found?.isWithin === true;
}

/** Gives the id. @throws TakenError, VanishedError */
export async function addTheme(tx: Transaction, theme: NewTheme): Promise<number> {
  const { id } = await refuseConflicts(() => tx.theme.create({ data: theme, select: { id: true } }));
  return id;
}

/** Changes a theme, with which goes what is below it; false when there is none with this id. @throws TakenError, VanishedError */
export async function updateTheme(tx: Transaction, id: number, changes: ThemeChanges): Promise<boolean> {
  const { count } = await refuseConflicts(() => tx.theme.updateMany({ where: { id }, data: changes }));
  return count === 1;
}

/**
 * Moves themes from wherever they are to a channel: to its top, or with those that they are below.
 *
 * @throws TakenError  two would have the same title
 */
export async function placeThemes(
  tx: Transaction,
  { channelId, ids }: { channelId: number; ids: readonly number[] },
): Promise<void> {
  await refuseConflicts(() =>
    sql`
      with recursive above as (
        select id, parent_id from themes where id = any(${ids}::int[])
        union select a.id, t.parent_id from above a join themes t on t.id = a.parent_id)
      update themes t set channel_id = ${channelId}, parent_id = null
      where id = any(${ids}::int[]) and channel_id <> ${channelId}
        and not exists (select 1 from above a where a.id = t.id and a.parent_id = any(${ids}::int[]))`.run(
      tx,
    ),
  );
}

/** Whether a theme is below itself. */
export async function haveRing(db: Queryable): Promise<boolean> {
  const found = await sql`
    with recursive placed as (
      select id from themes where parent_id is null
      union all select t.id from themes t join placed p on t.parent_id = p.id
    )
    select 1 from themes where id not in (select id from placed) limit 1`.row(db);
  return found !== null;
}
