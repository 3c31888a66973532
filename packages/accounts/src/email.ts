import { z } from 'zod';
import { AccountRuleError } from './account-rule-error.ts';

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
