import { AccountRuleError } from './account-rule-error.ts';

const minCharacters = 8;
const maxBytes = 1000;

/**
 * Refuses a new password that is too easily guessed, or that nobody could sign in with.
 *
 * @throws AccountRuleError `password_too_short`, `password_too_long`, `password_control_characters`
 */
export function checkPasswordRules(password: string): void {
  if ([...password].length < minCharacters)
    throw new AccountRuleError('password_too_short', { minCharacters });
  if (Buffer.byteLength(password) > maxBytes) throw new AccountRuleError('password_too_long', { maxBytes });
  // RFC 7617 §2: a password of the Basic scheme must not contain control characters.
  if (/\p{Cc}/u.test(password)) throw new AccountRuleError('password_control_characters');
}
