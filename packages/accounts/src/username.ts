import { AccountRuleError } from './account-rule-error.ts';

/** In characters, as PostgreSQL counts them. */
export const maxUsernameCharacters = 150;

/** As accounts of Django have it: letters and digits of any script and `@.+-_`. */
export const usernamePattern = /^[\p{L}\p{N}_.@+-]+$/u;

/** Whether a text can be a user name. */
export function isUsername(text: string): boolean {
  return [...text].length <= maxUsernameCharacters && usernamePattern.test(text);
}

/**
 * Refuses what cannot be a user name.
 *
 * @throws AccountRuleError `invalid_username`, `username_too_long`
 */
export function checkUsername(text: string): void {
  if (isUsername(text)) return;
  if (!usernamePattern.test(text)) throw new AccountRuleError('invalid_username');
  throw new AccountRuleError('username_too_long', { maxCharacters: maxUsernameCharacters });
}
