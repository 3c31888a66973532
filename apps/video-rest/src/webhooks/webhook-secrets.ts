import { createHmac, randomBytes } from 'node:crypto';
import { settleInstanceKey } from '@campus/database';
import type { Database } from '../data/open-database.ts';

/** Which secret a webhook has. */
interface KeptSecret {
  id: number;
  secretVersion: number;
  rotatedAt: Date | null;
}

/** Secrets of webhooks as Standard Webhooks has them: a key of the instance makes them, and they stand nowhere. */
export interface WebhookSecrets {
  of(webhook: Pick<KeptSecret, 'id' | 'secretVersion'>): string;
  /** Those that what is sent now is signed with, the newest first. */
  valid(webhook: KeptSecret, now: Date): string[];
}

/** So long what is sent is signed with the secret before as well. */
export const formerSecretMs = 24 * 60 * 60_000;

const prefix = 'whsec_';

export async function openWebhookSecrets(db: Pick<Database, 'pool'>): Promise<WebhookSecrets> {
  const key = await settleInstanceKey(db, { name: 'webhook-secrets', proposal: randomBytes(32) });
  const of = ({ id, secretVersion }: Pick<KeptSecret, 'id' | 'secretVersion'>) =>
    prefix + createHmac('sha256', key).update(`${id} ${secretVersion}`).digest('base64');
  return {
    of,
    valid({ id, secretVersion, rotatedAt }, now) {
      const isFormerValid = rotatedAt !== null && now.getTime() < rotatedAt.getTime() + formerSecretMs;
      const versions = isFormerValid ? [secretVersion, secretVersion - 1] : [secretVersion];
      return versions.map((version) => of({ id, secretVersion: version }));
    },
  };
}

/**
 * The headers by which a receiver knows a message, and that it is ours.
 *
 * @see Standard Webhooks 1.0, "Signature scheme"
 */
export function signatureHeaders(
  secrets: readonly string[],
  { messageId, body, now }: { messageId: string; body: string; now: Date },
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signed = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${messageId}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': messageId, 'webhook-timestamp': timestamp, 'webhook-signature': signed.join(' ') };
}
