import { createHash, randomBytes } from 'node:crypto';

const recoveryCodesAtATime = 10;

/** No letter that is taken for another one, or for a digit (Crockford's Base32). */
const letters = '0123456789abcdefghjkmnpqrstvwxyz';
const codeLetters = 16;

/** New codes, of 80 random bits each: a fast hash keeps them. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodesAtATime }, () => {
    const text = [...randomBytes(codeLetters)].map((byte) => letters[byte % letters.length]).join('');
    return text.match(/.{4}/g)?.join('-') ?? '';
  });
}

/** What is kept of a code, however it was typed; undefined for what can be none. */
export function recoveryCodeHash(typed: string): string | undefined {
  const code = typed.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1');
  if (code.length !== codeLetters || [...code].some((letter) => !letters.includes(letter))) return undefined;
  return createHash('sha256').update(code).digest('base64url');
}
