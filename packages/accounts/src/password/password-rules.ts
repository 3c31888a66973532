import { randomBytes } from 'node:crypto';
import { AccountRuleError } from '../account-rule-error.ts';

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

/** A password that nobody has to remember: 144 random bits in 24 characters that every keyboard has. */
export function generatePassword(): string {
  return randomBytes(18).toString('base64url');
}

/**
 * The passwords that are tried first, of those that are long enough to be taken at all: what lists of stolen passwords
 * have in common year after year, in English and in French. Small letters stand for capitals too.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
  00000000 000000000 0000000000 01234567 0123456789 10203040 11111111 111111111 1111111111 11223344 12121212
  123123123 1234512345 12344321 12345678 123456789 1234567890 123456789a 12345678a 1234567a 1234qwer 123qwe123
  123qweasd 12341234 147258369 147852369 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 22222222 77777777 87654321 88888888 987654321
  99999999 a1234567 a12345678 a123456789 aa123456 aa12345678 abc12345 abcd1234 abcdefgh abcdefghi administrator
  admin123 admin1234 administrateur asdasdasd asdf1234 asdfasdf asdfghjk asdfghjkl azerty12 azerty123 azertyui
  azertyuiop baseball bienvenue bonjour1 bonjour123 changeme changeme123 chocolat computer corvette dragon123 football
  football1 football123 iloveyou iloveyou1 internet jetaime1 jennifer jordan23 letmein1 letmein123 liverpool loulou123
  marseille metallica michelle midnight motdepasse motdepasse1 motdepasse123 mustang1 p@ssw0rd p@ssword pa$$word
  passw0rd password password0 password1 password12 password123 password1234 password! princess princess1 q1w2e3r4
  q1w2e3r4t5 qazwsxedc qwer1234 qwert123 qwerty12 qwerty123 qwerty1234 qwertyui qwertyuiop samantha secret123 soleil123
  starwars sunshine sunshine1 superman superman1 trustno1 universite university victoria webmaster welcome1 welcome123
  whatever zaq12wsx zaq1zaq1
  `
    .trim()
    .split(/\s+/),
);
