import type { Condition } from '@campus/rest';

/** Whose something is that has an owner and additional owners, in memory and for the database that lists many. */

/** By the ids of accounts. */
export interface Ownership {
  ownerId: number;
  additionalOwners: readonly number[];
}

/** Somebody who has signed in. */
export interface Account {
  id: number;
  isStaff: boolean;
  isSuperuser: boolean;
}

/** Whether somebody may see and change it, whoever else may: its owner, its additional owners, and staff. */
export function isAmongOwners(owned: Ownership, account: Account): boolean {
  return isOwnerOrStaff(owned, account) || owned.additionalOwners.includes(account.id);
}

/** Whether somebody may remove it and say whose it is. */
export function isOwnerOrStaff({ ownerId }: Pick<Ownership, 'ownerId'>, account: Account): boolean {
  return isStaff(account) || account.id === ownerId;
}

/** What an account owns, alone or with others; none: all, as staff does. */
export function ownedBy(account: Account): readonly Condition[] {
  return isStaff(account) ? [] : [{ anyOf: [mineOf(account), sharedWith(account)] }];
}

/** What it is the owner of. */
export function mineOf({ id }: Pick<Account, 'id'>): Condition {
  return { columns: ['ownerId'], operator: 'equals', value: id };
}

/** What it is an additional owner of. */
export function sharedWith({ id }: Pick<Account, 'id'>): Condition {
  return { columns: ['additionalOwners'], operator: 'holds', value: id };
}

/** Staff, and superusers whether or not they are marked as staff too. */
export function isStaff(account: { isStaff: boolean; isSuperuser: boolean }): boolean {
  return account.isStaff || account.isSuperuser;
}
