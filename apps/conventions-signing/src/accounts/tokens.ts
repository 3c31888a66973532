import { createHash, createHmac, randomBytes } from 'node:crypto';
import { type Actor, changeAs, serviceItself, tokenStateAt } from '@campus/accounts';
import { type FindToken, tokenFingerprint } from '@campus/auth';
import { OperatorError } from '@campus/config';
import { settleInstanceKey } from '@campus/database';
import { areTokensNoted, noteTokensConfigured } from '../data/accounts.ts';
import type { Database, Transaction } from '../data/open-database.ts';
import {
  endToken,
  findRecordedToken,
  findToken,
  insertToken,
  type KnownToken,
  noteTokenUse,
  type TokenApi,
} from '../data/tokens.ts';
import type { Scope } from '../domain/scope.ts';
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
function isTokenOfRecord(text: string): boolean {
  return form.test(text);
}

/** By what the database knows a token. */
function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** So long a form that is sent again is answered with its token again. */
const shownAgainMs = 10 * 60_000;

/** What a token is to be. */
interface AskedToken {
  name: string;
  api: TokenApi;
  scope: Scope;
  /** The instant from which it is refused; null: never. */
  expiresAt: Date | null;
  by: Actor;
  now: Date;
  /** Random, of the form that asks, and kept nowhere: sent twice by a double click, it makes one token. */
  once?: string | undefined;
}

/**
 * Makes a token. The database keeps its hash: nobody will see it again, but who sends the same form anew at once.
 *
 * @throws AccountError `invalid_token_name`, `invalid_scope`, `invalid_expiry`, `token_name_taken`, `too_many_tokens`,
 *   `token_made_before`
 */
export async function makeToken(db: Database, asked: AskedToken): Promise<{ id: number; token: string }> {
  const { api, scope, expiresAt, by, now } = asked;
  const name = asked.name.trim();
  if (name === '' || [...name].length > maxCharacters || /[\p{Cc}\p{Bidi_Control}]/u.test(name))
    throw new AccountError('invalid_token_name', { maxCharacters });
  checkScope(scope);
  if (expiresAt !== null && expiresAt <= now) throw new AccountError('invalid_expiry');
  const token = tokenForm.prefix + (await secretOf(db, { ...asked, name })).toString('base64url');
  const hash = hashOfToken(token);
  const fingerprint = tokenFingerprint(token);
  const row = { name, api, scope, hash, fingerprint, expiresAt };
  const made = await changeAs(db, by, (tx: Transaction) => insertToken(tx, row, { by, most: maxTokens }));
  if (made === 'too many') throw new AccountError('too_many_tokens', { maxTokens });
  if (made === 'name taken') throw new AccountError('token_name_taken', { name });
  const age = now.getTime() - made.createdAt.getTime();
  if (made.revokedAt !== null || age > shownAgainMs) throw new AccountError('token_made_before', { name });
  return { id: made.id, token };
}

/** The same for the same form, by a key without which nobody can tell it from the form. */
async function secretOf(
  db: Database,
  { once, name, api, scope, expiresAt, by }: AskedToken,
): Promise<Buffer> {
  if (once === undefined) return randomBytes(randomBytesOfToken);
  const key = await settleInstanceKey(db, { name: 'tokens', proposal: randomBytes(randomBytesOfToken) });
  const form = JSON.stringify([once, by.name, name, api, scope, expiresAt]);
  return createHmac('sha256', key).update(form).digest();
}

/** Revokes a token from this moment on; false when there is none, or it was revoked before. */
export function revokeToken(db: Database, id: number, change: { by: Actor; at: Date }): Promise<boolean> {
  return changeAs(db, change.by, (tx: Transaction) => endToken(tx, id, change));
}

const hourMs = 3_600_000;

/**
 * Finds the tokens of one API that are records, for `requireBearer`; what was found is kept, see `KeptCallers`. Only what
 * has the form of our tokens is looked for, so that guesses of any other form cost what they do without records.
 */
export function tokenLookup(options: {
  db: Database;
  now: () => Date;
  onError: (error: unknown) => void;
}): (api: TokenApi) => FindToken {
  const { db, now, onError } = options;
  const lets = (known: KnownToken) => tokenStateAt(now(), known) === 'active';
  return (api) => {
    const find = db.callers.keeping({
      async ask(hash: string) {
        const known = await findToken(db, { hash: Buffer.from(hash, 'base64'), api });
        const at = now();
        const isDue = (lastUsedAt: Date | null) =>
          lastUsedAt === null || at.getTime() - lastUsedAt.getTime() > hourMs;
        // Nobody waits for it.
        if (known !== undefined && lets(known) && isDue(known.lastUsedAt))
          noteTokenUse(db, { id: known.id, at }).catch(onError);
        return known;
      },
      lets,
    });
    return async (token) => {
      const known = isTokenOfRecord(token) ? await find(hashOfToken(token).toString('base64')) : undefined;
      if (known === undefined) return undefined;
      const state = tokenStateAt(now(), known);
      return state === 'active' ? { fingerprint: known.fingerprint, known } : state;
    };
  };
}

/** The configuration would let in, as everything, what a record restricts or has revoked. */
async function refuseRecorded(db: Database, configured: Record<string, string[]>): Promise<void> {
  for (const [parameter, fingerprints] of Object.entries(configured)) {
    const recorded = await findRecordedToken(db, fingerprints);
    if (recorded === undefined) continue;
    const { fingerprint, name } = recorded;
    const message = `${parameter} holds the token "${name}" (${fingerprint}) of npm run token: take it out, it is let in as it was made, or make another`;
    throw new OperatorError(message);
  }
}

/**
 * Notes in the administration history which tokens the configuration lets in, by their fingerprints, when they are
 * others than those noted last: nobody else sees a configuration change.
 *
 * @throws OperatorError  one of them is a token that is a record
 */
export async function noteTokens(
  db: Database,
  tokens: { publicTokens: readonly string[]; managementTokens: readonly string[] },
): Promise<void> {
  // In one order: a list that was only sorted anew lets in the same callers.
  const fingerprints = (tokens: readonly string[]) => tokens.map(tokenFingerprint).sort();
  const configured = {
    'appli.public.tokens': fingerprints(tokens.publicTokens),
    'appli.management.tokens': fingerprints(tokens.managementTokens),
  };
  await refuseRecorded(db, configured);
  if (await areTokensNoted(db, configured)) return;
  await changeAs(db, serviceItself, (tx: Transaction) => noteTokensConfigured(tx, configured));
}
