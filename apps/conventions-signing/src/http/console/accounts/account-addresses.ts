import { withQuery } from '@campus/pages';
import { paths } from '../paths.ts';
import type { AccountOutcome } from './account-words.ts';

/** The list of the accounts. */
export const accountsAddress = `${paths.accounts}/`;

/** The form of a new one. */
export const newAccountAddress = `${accountsAddress}new/`;

/** What was done to the accounts. */
export const accountHistoryAddress = `${accountsAddress}history/`;

/**
 * The page of one account; what belongs to it follows, such as `password/`. No user name holds the sign before it,
 * without which `new` would be another page, and `..` another path.
 *
 * @param done  what has just been done with it, which the page says
 */
export function accountAddress(username: string, done?: AccountOutcome): string {
  return withQuery(`${accountsAddress}~${encodeURIComponent(username)}/`, { done });
}
