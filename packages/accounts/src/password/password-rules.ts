import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { AccountRuleError } from '../account-rule-error.ts';

export const minPasswordCharacters = 8;
export const maxPasswordBytes = 1000;

/** What both services are about; what else a process goes by comes to them. */
const contextWords = new Set(
  'admin agreement campus convention internship plateforme platform signature stage universi video'.split(
    ' ',
  ),
);

const commonPasswordsFile = path.join(import.meta.dirname, 'common-passwords.txt');

/** In this process these names count for nothing in a new password: those of the institution and of the service, as configured. */
export function refuseInPasswords(names: readonly (string | undefined)[]): void {
  for (const word of names.flatMap(wordsOf)) contextWords.add(word);
}

/**
 * Refuses a new password that is too easily guessed, or that nobody could sign in with. Names of the context count for
 * nothing in it: `lille2026!` is as good as `2026!` at the University of Lille.
 *
 * @param username  whose it is to be, where that is known
 * @throws AccountRuleError  one of its codes that begin with `password_`
 */
export function checkPasswordRules(password: string, username?: string): void {
  if ([...password].length < minPasswordCharacters)
    throw new AccountRuleError('password_too_short', { minCharacters: minPasswordCharacters });
  if (Buffer.byteLength(password) > maxPasswordBytes)
    throw new AccountRuleError('password_too_long', { maxBytes: maxPasswordBytes });
  // RFC 7617 §2: a password of the Basic scheme must not contain control characters.
  if (/\p{Cc}/u.test(password)) throw new AccountRuleError('password_control_characters');
  // Read each time: that is a millisecond of the half second that a new password takes, and nothing stays in memory.
  if (readFileSync(commonPasswordsFile).includes(`\n${password.toLowerCase()}\n`))
    throw new AccountRuleError('password_too_common');
  const own = [...wordsOf(username), ...contextWords]
    .sort((one, other) => other.length - one.length)
    .reduce((left, word) => left.replaceAll(word, ''), folded(password));
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
