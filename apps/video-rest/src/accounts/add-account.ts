import { type Actor, changeAs } from '@campus/accounts';
import { type AccountColumns, insertColumns } from '../data/accounts.ts';
import type { Database, Transaction } from '../data/open-database.ts';

/**
 * Makes an account whose values have been judged one by one, its password hashed.
 *
 * @param given.by  whom the administration history names
 * @returns its id
 * @throws TakenError
 */
export function addAccount(
  { prisma }: Pick<Database, 'prisma'>,
  { columns, by }: { columns: AccountColumns; by: Actor },
): Promise<number> {
  return changeAs(prisma, by, (tx: Transaction) => insertColumns(tx, columns));
}
