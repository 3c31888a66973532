import { isStaff } from '../domain/is-staff.ts';

/** What an account may be, as `SECOND_FACTOR_FROM_ROLE` calls it; each role may all that those before it may. */
export const accountRoles = ['user', 'staff', 'superuser'] as const;
export type AccountRole = (typeof accountRoles)[number];

/** Whether an account with a password needs a second factor. */
export function mustHaveSecondFactor(
  account: { isStaff: boolean; isSuperuser: boolean },
  from: AccountRole | undefined,
): boolean {
  if (from === undefined) return false;
  const role = account.isSuperuser ? 'superuser' : isStaff(account) ? 'staff' : 'user';
  return accountRoles.indexOf(role) >= accountRoles.indexOf(from);
}
