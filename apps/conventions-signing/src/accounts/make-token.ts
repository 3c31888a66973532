import { createHash, randomBytes } from 'node:crypto';
import type { Actor } from '@campus/accounts';
import { tokenFingerprint } from '@campus/auth';
import type { Database } from '../data/open-database.ts';
import { insertToken, type TokenApi } from '../data/tokens.ts';
import type { Scope } from '../signing/scope.ts';
import { AccountError } from './account-error.ts';
import { checkScope } from './scope-rules.ts';

/** Tokens that were not revoked, of both APIs: an institution has a few. */
export const maxTokens = 200;

const maxCharacters = 100;

const randomBytesOfToken = 32;

/** By the prefix they are told from others, in logs of other systems too; behind it are signs of Base64 for addresses. */
export const tokenForm = { prefix: 'cs_', signs: Math.ceil((randomBytesOfToken * 4) / 3) };
const form = new RegExp(`^${tokenForm.prefix}[A-Za-z0-9_-]{${tokenForm.signs}}$`);

/** Whether a text has the form of the tokens that are records. */
export function isTokenOfRecord(text: string): boolean {
  return form.test(text);
}

/**
 * Makes a token. The database keeps its hash: nobody will see it again.
 *
 * @param asked.expiresAt  the instant from which it is refused; null: never
 * @throws AccountError `invalid_token_name`, `invalid_scope`, `invalid_expiry`, `token_name_taken`, `too_many_tokens`
 */
export async function makeToken(
  db: Database,
  asked: { name: string; api: TokenApi; scope: Scope; expiresAt: Date | null; by: Actor; now: Date },
): Promise<{ id: number; token: string }> {
  const { api, scope, expiresAt, by, now } = asked;
  const name = asked.name.trim();
  if (name === '' || [...name].length > maxCharacters || /[\p{Cc}\p{Bidi_Control}]/u.test(name))
    throw new AccountError('invalid_token_name', { maxCharacters });
  checkScope(scope);
  if (expiresAt !== null && expiresAt <= now) throw new AccountError('invalid_expiry');
  const token = tokenForm.prefix + randomBytes(randomBytesOfToken).toString('base64url');
  const hash = createHash('sha256').update(token).digest();
  const fingerprint = tokenFingerprint(token);
  const made = await insertToken(
    db,
    { name, api, scope, hash, fingerprint, expiresAt },
    { by, most: maxTokens },
  );
  if (made === 'too many') throw new AccountError('too_many_tokens', { maxTokens });
  if (made === 'name taken') throw new AccountError('token_name_taken', { name });
  return { id: made, token };
}
