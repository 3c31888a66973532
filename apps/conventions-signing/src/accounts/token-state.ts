import type { KnownToken } from '../data/tokens.ts';

/** Whether a token is let in, or why not. */
export function tokenState(
  { revokedAt, expiresAt }: Pick<KnownToken, 'revokedAt' | 'expiresAt'>,
  now: Date,
): 'active' | 'expired' | 'revoked' {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active';
}
