import { type GivenHeaders, headerOf } from '@campus/client-core';

/** A call by which the institution's service says that a document waits for its signatures. */
export interface WebhookCall {
  kind: 'conventions' | 'avenants';
  /** Of the agreement or amendment. */
  id: number;
  /** Of the promise to call: the same when it is tried again. */
  deliveryId: string | undefined;
}

/** Why a call is not one of the institution's: what to answer it. */
export class WebhookRefused extends Error {
  readonly status: 400 | 401;

  constructor(status: 400 | 401, message: string) {
    super(message);
    this.name = 'WebhookRefused';
    this.status = status;
  }
}

const kinds = new Map<string, WebhookCall['kind']>([
  ['conventionid', 'conventions'],
  ['avenantid', 'avenants'],
]);

/**
 * Verifies a call of the webhook by the token that it must carry, and reads what it is about.
 *
 * @param request  its address, whole or from the path on, and its headers, by names in small letters as Node has them
 * @param token    `webhook.signature.token` of the institution's service
 * @throws WebhookRefused  401 without that token, 400 unless exactly one document is named
 */
export async function verifyWebhook(
  { url, headers }: { url: string; headers: GivenHeaders },
  token: string,
): Promise<WebhookCall> {
  const presented = /^Bearer +([\w.~+/-]+=*)$/i.exec(headerOf(headers, 'authorization'))?.[1];
  if (presented === undefined || !(await areEqual(presented, token)))
    throw new WebhookRefused(401, 'A valid bearer token is required.');
  // Other parameters may have been part of the address that was given to the institution.
  const named = [...new URL(url, 'http://local').searchParams].filter(([name]) => kinds.has(name));
  const [name = '', id = ''] = named[0] ?? [];
  const kind = kinds.get(name);
  if (named.length !== 1 || kind === undefined || !/^[1-9]\d{0,9}$/.test(id))
    throw new WebhookRefused(400, 'Give exactly one of conventionid=<id> and avenantid=<id>.');
  return { kind, id: Number(id), deliveryId: headerOf(headers, 'x-delivery-id') || undefined };
}

/** Compares hashes, which are of one length, so that the time that it takes tells neither length nor content. */
async function areEqual(one: string, other: string): Promise<boolean> {
  const [left, right] = await Promise.all([one, other].map(digestOf));
  let difference = 0;
  for (const [index, byte] of (left ?? new Uint8Array()).entries())
    difference |= byte ^ (right?.[index] ?? 0);
  return left !== undefined && difference === 0;
}

async function digestOf(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}
