import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { AccountRuleError } from '../account-rule-error.ts';

export const minPasswordCharacters = 8;
export const maxPasswordBytes = 1000;

/** What both services are about, besides their name and that of the institution. */
const contextWords = ['admin', 'campus', 'convention', 'signature', 'stage', 'universi', 'video'];

const commonPasswordsFile = path.join(import.meta.dirname, 'common-passwords.txt');

/**
 * Refuses a new password that is too easily guessed, or that nobody could sign in with. Names of the context count for
 * nothing in it: `lille2026!` is as good as `2026!` at the University of Lille.
 *
 * @param names  of the context: of the account, the institution, the service, as far as they are known
 * @throws AccountRuleError  one of its codes that begin with `password_`
 */
export function checkPasswordRules(password: string, names: readonly (string | undefined)[] = []): void {
  if ([...password].length < minPasswordCharacters)
    throw new AccountRuleError('password_too_short', { minCharacters: minPasswordCharacters });
  if (Buffer.byteLength(password) > maxPasswordBytes)
    throw new AccountRuleError('password_too_long', { maxBytes: maxPasswordBytes });
  // RFC 7617 §2: a password of the Basic scheme must not contain control characters.
  if (/\p{Cc}/u.test(password)) throw new AccountRuleError('password_control_characters');
  // Read each time: that is a millisecond of the half second that a new password takes, and nothing stays in memory.
  if (readFileSync(commonPasswordsFile).includes(`\n${password.toLowerCase()}\n`))
    throw new AccountRuleError('password_too_common');
  const own = [...names.flatMap(wordsOf), ...contextWords].reduce(
    (left, word) => left.replaceAll(word, ''),
    folded(password),
  );
  if ([...own].length < minPasswordCharacters) throw new AccountRuleError('password_of_context');
}

/** A name as a whole, and each of its words, but those that other words hold by chance. */
function wordsOf(name = ''): string[] {
  return [folded(name), ...folded(name).split(/[^\p{L}\p{N}]+/u)].filter(({ length }) => length > 3);
}

/** Without capitals and accents. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** A password that nobody has to remember: 144 random bits in 24 characters that every keyboard has. */
export function generatePassword(): string {
  return randomBytes(18).toString('base64url');
}
