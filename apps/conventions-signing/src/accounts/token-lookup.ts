import { tokenStateAt } from '@campus/accounts';
import type { FindToken } from '@campus/auth';
import type { Database } from '../data/open-database.ts';
import { findToken, noteTokenUse, type TokenApi } from '../data/tokens.ts';
import { hashOfToken, isTokenOfRecord } from './make-token.ts';

const hourMs = 3_600_000;

/**
 * Finds the tokens of one API that are records, for `requireBearer`. Each request asks the database: what is revoked in
 * one process is let in by no other. Only what has the form of our tokens is looked for, so that guesses of any other
 * form cost what they do without records.
 */
export function tokenLookup({
  db,
  now,
  onError,
}: {
  db: Database;
  now: () => Date;
  onError: (error: unknown) => void;
}): (api: TokenApi) => FindToken {
  return (api) => async (token) => {
    if (!isTokenOfRecord(token)) return undefined;
    const known = await findToken(db, hashOfToken(token));
    if (known === undefined || known.api !== api) return undefined;
    const at = now();
    const state = tokenStateAt(at, known);
    if (state !== 'active') return state;
    // Nobody waits for it.
    if (known.lastUsedAt === null || at.getTime() - known.lastUsedAt.getTime() > hourMs)
      noteTokenUse(db, { id: known.id, at }).catch(onError);
    return { fingerprint: known.fingerprint, known };
  };
}
