import { z } from 'zod';
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

/** In characters, as the table holds them (RFC 5321 §4.5.3.1.3 leaves no longer ones). */
export const maxEmailCharacters = 254;

/** Whether a text has the form of a mail address; whether somebody reads it shows when it is written to. */
export function isEmail(text: string): boolean {
  return text.length <= maxEmailCharacters && z.email().safeParse(text).success;
}

/**
 * Refuses what is no mail address; none at all (an empty text) is fine.
 *
 * @throws AccountRuleError `invalid_email`
 */
export function checkEmail(text: string): void {
  if (text !== '' && !isEmail(text)) throw new AccountRuleError('invalid_email');
}

/** What must be known of an account to check a password. */
export interface PasswordAccount {
  id: number;
  /** Null: nobody signs in to it by password. */
  passwordHash: string | null;
  isActive: boolean;
}

/** An account as pages know it. */
export interface Account extends PasswordAccount {
  username: string;
  /** Whether it has one now, see `hasSecondFactor` of the package. */
  hasSecondFactor: boolean;
}
