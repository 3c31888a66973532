import { createHash } from 'node:crypto';
import type { Pool } from 'pg';

/** Looks the hash of a token up, with its user. */
export async function isKnownToken(pool: Pool, authorization: string): Promise<boolean> {
  const keyHash = createHash('sha256')
    .update(authorization.replace(/^Token /, ''))
    .digest('hex');
  const { rowCount } = await pool.query({
    name: 'token',
    text: `select u.id, u.is_staff, u.is_superuser from access_tokens t join users u on u.id = t.user_id
           where t.key_hash = $1 and t.revoked_at is null and coalesce(t.expires_at > now(), true) and u.is_active`,
    values: [keyHash],
  });
  return rowCount === 1;
}
