import { markActive } from '../data/accounts.ts';
import type { Database } from '../data/open-database.ts';
import { AccountError } from './account-error.ts';
import { keepASuperuser } from './keep-a-superuser.ts';

/**
 * Lets a user in no more, by password or by token. Repeating it changes nothing.
 *
 * @throws AccountError `user_not_found`, `last_superuser`
 */
export async function disableAccount({ prisma }: Pick<Database, 'prisma'>, username: string): Promise<void> {
  await prisma.$transaction((tx) =>
    keepASuperuser(tx, async () => {
      if (!(await markActive(tx, { username, isActive: false })))
        throw new AccountError('user_not_found', { username });
    }),
  );
}
