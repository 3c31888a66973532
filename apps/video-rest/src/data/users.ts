import type { Prisma } from '../../generated/client.ts';
import { refuseConflicts } from './conflicts.ts';
import type { Transaction } from './open-database.ts';

/** Changes a user; false when there is none with this id. @throws TakenError */
export async function updateUser(
  tx: Transaction,
  id: number,
  data: Prisma.UserUncheckedUpdateManyInput,
): Promise<boolean> {
  const { count } = await refuseConflicts('users', () => tx.user.updateMany({ where: { id }, data }));
  return count === 1;
}

/** Removes a user with all tokens; false when there is none with this id. */
export async function deleteUser(tx: Transaction, id: number): Promise<boolean> {
  return (await tx.user.deleteMany({ where: { id } })).count === 1;
}
