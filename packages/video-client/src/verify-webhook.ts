import { type GivenHeaders, headerOf } from '@campus/client-core';

/** What a webhook is told. */
export interface WebhookEvent {
  /** Such as `videos.encoded`; `webhook.test` for a test. */
  type: string;
  /** When it happened, in ISO 8601. */
  timestamp: string;
  data: {
    /** Counts up with what happens: of two events about an object the larger number came later. Not of a test. */
    number?: number;
    resource?: string;
    id?: number;
    url?: string | null;
    /** The video that the object is a part of. */
    video?: string | null;
    /** Fields that have changed. */
    fields?: string[];
    [more: string]: unknown;
  };
}

/** Why a message is not one of the platform's. Answer 400 or 401: it is then sent again. */
export class WebhookRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WebhookRefused';
  }
}

/** A message that is older or newer than this is one that somebody has kept. */
const toleranceSeconds = 5 * 60;

/**
 * Verifies a message of a webhook by its signature, as Standard Webhooks 1.0 says, and reads it.
 *
 * @param message.body     as it came: JSON that was parsed and written again has another signature
 * @param message.headers  by names in small letters, as Node has them
 * @param secret           `whsec_…`
 * @throws WebhookRefused
 */
export async function verifyWebhook(
  { body, headers }: { body: string; headers: GivenHeaders },
  secret: string,
  { now = new Date() }: { now?: Date } = {},
): Promise<WebhookEvent> {
  const [id, timestamp] = [headerOf(headers, 'webhook-id'), headerOf(headers, 'webhook-timestamp')];
  const age = Math.abs(now.getTime() / 1000 - Number(timestamp));
  if (id === '' || !/^\d{1,12}$/.test(timestamp))
    throw new WebhookRefused('This is no message of a webhook.');
  if (age > toleranceSeconds) throw new WebhookRefused('This message is of another time.');
  const key = await crypto.subtle.importKey(
    'raw',
    bytesOf(secret.replace(/^whsec_/, '')),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  );
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const signature of headerOf(headers, 'webhook-signature').split(' ')) {
    const [version, value = ''] = signature.split(',');
    const presented = version === 'v1' && /^[\w+/]+=*$/.test(value) ? bytesOf(value) : undefined;
    if (presented && (await crypto.subtle.verify('HMAC', key, presented, signed)))
      return JSON.parse(body) as WebhookEvent;
  }
  throw new WebhookRefused('The signature is not one of this secret.');
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
}
