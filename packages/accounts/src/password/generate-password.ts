import { randomBytes } from 'node:crypto';

/** A password that nobody has to remember: 144 random bits in 24 characters that every keyboard has. */
export function generatePassword(): string {
  return randomBytes(18).toString('base64url');
}
