import { paths } from '../open-people.ts';

export const accountsAddress = `${paths.accounts}/`;

export const newAccountAddress = `${accountsAddress}new/`;

/**
 * The page of one account; what belongs to it follows, such as `password/`. No user name holds the sign before it,
 * without which `new` would be another page, and `..` another path.
 */
export function accountAddress(username: string): string {
  return `${accountsAddress}~${encodeURIComponent(username)}/`;
}
