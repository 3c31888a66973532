import * as deliveries from '@campus/deliveries';
import { tokenForm } from '../accounts/tokens.ts';
import type { CallFailure, CallFailureCode } from '../deliveries/call-failure.ts';
import type { SignableRef } from '../domain/signable.ts';

/** Where the signing application is told, and with which token. */
export interface WebhookTarget {
  uri: string;
  token: string;
  /** Those of the configuration that the signing application may have, and tell in an answer. */
  publicTokens?: readonly string[];
  /** For the `User-Agent`. */
  version: string;
  /** For the whole call, answer included. */
  timeoutMs?: number;
}

/** What one call came to. */
export interface CallOutcome extends Omit<deliveries.CallOutcome, 'failure' | 'text'> {
  /** Why it failed; null when the answer was 2xx. */
  failure: CallFailure | null;
  /** The signing application's own identifier, when it gave one. */
  reference: string | null;
}

const parameterNames = { agreement: 'conventionid', amendment: 'avenantid' } as const;

/**
 * Tells the signing application that a round began: one GET, without body, into any network, since its address is
 * configured.
 *
 * @see contract conventions-signing §4 "Outbound", §5, §8
 */
export async function callWebhook(
  { uri, token, publicTokens = [], version, timeoutMs = 30_000 }: WebhookTarget,
  call: { ref: SignableRef; deliveryId: string; attempt: number; signal: AbortSignal },
): Promise<CallOutcome> {
  const { ref, deliveryId, attempt, signal } = call;
  const mask = deliveries.maskFor([token, ...publicTokens, ...deliveries.secretsOfAddress(uri)], tokenForm);
  const { failure, text, ...outcome } = await deliveries.callReceiver({
    method: 'GET',
    address: addressOf(uri, ref),
    configured: uri,
    headers: {
      Authorization: `Bearer ${token}`,
      Accept: '*/*',
      'Accept-Encoding': 'gzip, deflate, br',
      'Cache-Control': 'no-store',
      'User-Agent': `campus-conventions-signing/${version}`,
      'X-Delivery-Id': deliveryId,
      'X-Delivery-Attempt': String(attempt),
    },
    mask,
    timeoutMs,
    signal,
  });
  const reference = failure === null ? referenceIn(text) : null;
  return {
    ...outcome,
    failure: failure && ofSigningApplication(failure, { status: outcome.status, attempt }),
    reference: reference && mask(reference),
  };
}

/** The configured address, its query as it is, with exactly one of the two parameters added. */
export function addressOf(uri: string, { kind, number }: SignableRef): string {
  const address = new URL(uri);
  const query = address.search.replace(/^\?|&$/g, '');
  address.search = `${query === '' ? '' : `${query}&`}${parameterNames[kind]}=${number}`;
  return address.href;
}

/** The identifier in a 2xx answer: its text trimmed, a JSON string's value; null when empty. */
export function referenceIn(text: string): string | null {
  const plain = jsonString(text) ?? text;
  const reference = deliveries.storable(plain).trim();
  return reference === '' ? null : reference;
}

function jsonString(text: string): string | null {
  if (!text.trimStart().startsWith('"')) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}

/** What the status says of the parameters that lead to a signing application. */
function ofSigningApplication(
  failure: deliveries.CallOutcome['failure'] & {},
  { status, attempt }: { status: number | null; attempt: number },
): CallFailure {
  const code: CallFailureCode | false =
    ((status === 404 || status === 405) && attempt === 1 && 'wrong_path') ||
    ((status === 401 || status === 403) && 'wrong_token');
  return code === false ? failure : { ...failure, code };
}
