import { AccountRuleError } from '../account-rule-error.ts';
import { commonPasswords } from './common-passwords.ts';

export const minPasswordCharacters = 8;
export const maxPasswordBytes = 1000;

/**
 * Refuses a new password that is too easily guessed, or that nobody could sign in with.
 *
 * @param whose.username  of the account that it is for; undefined where that is not known
 * @throws AccountRuleError  one of its codes that begin with `password_`
 */
export function checkPasswordRules(password: string, whose: { username?: string | undefined } = {}): void {
  if ([...password].length < minPasswordCharacters)
    throw new AccountRuleError('password_too_short', { minCharacters: minPasswordCharacters });
  if (Buffer.byteLength(password) > maxPasswordBytes)
    throw new AccountRuleError('password_too_long', { maxBytes: maxPasswordBytes });
  // RFC 7617 §2: a password of the Basic scheme must not contain control characters.
  if (/\p{Cc}/u.test(password)) throw new AccountRuleError('password_control_characters');
  const folded = password.toLowerCase();
  if (commonPasswords.has(folded)) throw new AccountRuleError('password_too_common');
  if (folded === whose.username?.toLowerCase()) throw new AccountRuleError('password_is_username');
}
