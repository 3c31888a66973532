import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { basicAuthorization } from '../instance.ts';

/** Looks up who calls, by a token or by a password that was right before. */
export async function isKnownCaller(pool: Pool, authorization: string): Promise<boolean> {
  if (!authorization.startsWith('Basic ')) return isKnownToken(pool, authorization);
  const [username] = Buffer.from(authorization.slice(6), 'base64').toString().split(':', 1);
  const { rowCount } = await pool.query({
    name: 'account',
    text: 'select id, is_staff, is_superuser, password_hash from users where username = $1 and is_active',
    values: [username],
  });
  return rowCount === 1 && sha256(authorization) === rightPassword;
}

/** Of the pair that has been checked; the slow hash of its password is not what is measured. */
const rightPassword = sha256(basicAuthorization);

/** Looks the hash of a token up, with its user. */
async function isKnownToken(pool: Pool, authorization: string): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'token',
    text: `select u.id, u.is_staff, u.is_superuser from access_tokens t join users u on u.id = t.user_id
           where t.key_hash = $1 and t.revoked_at is null and coalesce(t.expires_at > now(), true) and u.is_active`,
    values: [sha256(authorization.replace(/^Token /, ''))],
  });
  return rowCount === 1;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
