import { sql } from '@campus/database';
import type { Prisma } from '../../generated/client.ts';
import { tables } from '../../generated/tables.ts';
import { refuseConflicts } from './conflicts.ts';
import { apart, writeLinks } from './links.ts';
import type { Transaction } from './open-database.ts';

/** The ids that each relation of many to many is to hold. */
type LinkedIds = { [Name in keyof typeof tables.channels.links]?: number[] };
export type NewChannel = Omit<Prisma.ChannelUncheckedCreateInput, 'id' | 'themes' | keyof LinkedIds> &
  LinkedIds;
export type ChannelChanges = Omit<Prisma.ChannelUncheckedUpdateManyInput, 'id'> & LinkedIds;

/** Gives the id. @throws TakenError, VanishedError */
export async function addChannel(tx: Transaction, channel: NewChannel): Promise<number> {
  const { values, links } = apart(tables.channels, channel);
  return refuseConflicts(async () => {
    const { id } = await tx.channel.create({ data: values, select: { id: true } });
    await writeLinks(tx, { id, links });
    return id;
  });
}

/** Changes a channel; false when there is none with this id. @throws TakenError, VanishedError */
export async function updateChannel(tx: Transaction, id: number, changes: ChannelChanges): Promise<boolean> {
  const { values, links } = apart(tables.channels, changes);
  return refuseConflicts(async () => {
    // Locks the row also where its links alone change.
    const locked = await sql`select from channels where id = ${id} for update`.run(tx);
    if (locked === 0) return false;
    await tx.channel.updateMany({ where: { id }, data: values });
    await writeLinks(tx, { id, links });
    return true;
  });
}
