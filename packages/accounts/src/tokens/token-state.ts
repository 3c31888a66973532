/** Whether a token is let in, or why not. */
export function tokenStateAt(
  now: Date,
  { revokedAt, expiresAt }: { revokedAt: Date | null; expiresAt: Date | null },
): 'active' | 'expired' | 'revoked' {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active';
}
