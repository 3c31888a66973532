import { type ClientRequest, Agent as HttpAgent, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Readable } from 'node:stream';
import { TextDecoder } from 'node:util';
import { type Mask, masked, maskFor, parseRetryAfter } from '@campus/deliveries';
import { tokenForm } from '../accounts/tokens.ts';
import type { Exchange, Header, ReceivedAnswer, SentRequest } from '../data/exchanges.ts';
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
export interface CallOutcome {
  startedAt: Date;
  durationMs: number;
  /** HTTP status, null when no answer came. */
  status: number | null;
  /** Why it failed; null when the answer was 2xx. */
  failure: CallFailure | null;
  /** The signing application's own identifier, when it gave one. */
  reference: string | null;
  /** Milliseconds that it asked us to wait. */
  retryAfterMs: number | undefined;
  /** Without secrets of ours. */
  exchange: Exchange;
}

// An idle connection that the other side closes just then would cost an attempt; calls are too rare to gain by it.
const freshConnections = { httpAgent: new HttpAgent(), httpsAgent: new HttpsAgent() };

const parameterNames = { agreement: 'conventionid', amendment: 'avenantid' } as const;

/**
 * Tells the signing application that a round began: one GET, without body.
 *
 * Any 2xx is success. Redirects are not followed and no proxy is taken from the environment, because the
 * token must not travel; 4 KiB of the answer are kept and the rest is not read.
 *
 * @see contract conventions-signing §4 "Outbound", §5, §8
 */
export async function callWebhook(
  { uri, token, publicTokens = [], version, timeoutMs = 30_000 }: WebhookTarget,
  call: { ref: SignableRef; deliveryId: string; attempt: number; signal: AbortSignal },
): Promise<CallOutcome> {
  const { ref, deliveryId, attempt, signal } = call;
  const startedAt = new Date();
  const started = performance.now();
  const timeout = AbortSignal.timeout(timeoutMs);
  const mask = maskFor([token, ...publicTokens, ...secretsOfAddress(uri)], tokenForm);
  const address = addressOf(uri, ref);
  const headers = {
    Authorization: `Bearer ${token}`,
    Accept: '*/*',
    'Accept-Encoding': 'gzip, deflate, br',
    'Cache-Control': 'no-store',
    'User-Agent': `campus-conventions-signing/${version}`,
    'X-Delivery-Id': deliveryId,
    'X-Delivery-Attempt': String(attempt),
  };
  const exchange: Exchange = { request: sentRequest(address, { uri, headers }), answer: null };
  const outcome = (rest: Pick<CallOutcome, 'status' | 'failure'> & Partial<CallOutcome>): CallOutcome => ({
    startedAt,
    durationMs: Math.round(performance.now() - started),
    reference: null,
    retryAfterMs: undefined,
    exchange,
    ...rest,
  });
  try {
    // With the first call: it takes 30 ms of a start, and 5 MB.
    const { default: axios } = await import('axios');
    const response = await axios.get<Readable>(address, {
      headers,
      responseType: 'stream',
      maxRedirects: 0,
      proxy: false,
      ...freshConnections,
      signal: AbortSignal.any([timeout, signal]),
      validateStatus: () => true,
    });
    const { status } = response;
    const { bytes, isWhole } = await readStart(response.data);
    const { headers: received, rawHeaders } = incomingOf(response.request);
    const body = decodeStart(bytes, { contentType: received['content-type'], isWhole });
    exchange.answer = receivedAnswer(rawHeaders, { body, isWhole, mask });
    if (status >= 200 && status < 300) {
      const reference = referenceIn(mask(body, { isCut: !isWhole }));
      return outcome({ status, failure: null, reference: reference && mask(reference) });
    }
    return outcome({
      status,
      failure: { code: refusalCode(status, attempt), values: { status } },
      retryAfterMs: parseRetryAfter(received['retry-after'], new Date()),
    });
  } catch (error) {
    // Told to stop, not failed: the job is taken up again, and the attempt is made again with its number.
    if (signal.aborted) throw error;
    const failure: CallFailure = timeout.aborted
      ? { code: 'no_answer', values: { seconds: timeoutMs / 1000 } }
      : { code: 'network', words: wordsOf(error) };
    return outcome({ status: null, failure });
  }
}

/** The configured address, its query as it is, with exactly one of the two parameters added. */
export function addressOf(uri: string, { kind, number }: SignableRef): string {
  const address = new URL(uri);
  const query = address.search.replace(/^\?|&$/g, '');
  address.search = `${query === '' ? '' : `${query}&`}${parameterNames[kind]}=${number}`;
  return address.href;
}

/** The answer as it came: where axios unpacks a body, it forgets the header that told so. */
function incomingOf(request: ClientRequest & { res: IncomingMessage }): IncomingMessage {
  return request.res;
}

/** The first bytes of an answer; whatever breaks or stalls after the status line changes nothing. */
async function readStart(body: Readable): Promise<{ bytes: Buffer; isWhole: boolean }> {
  const pieces: Buffer[] = [];
  let length = 0;
  let isWhole = false;
  try {
    for await (const piece of body as AsyncIterable<Buffer>) {
      pieces.push(piece);
      length += piece.length;
      if (length > keptBytes) break;
    }
    isWhole = length <= keptBytes;
  } catch {
    // The status decides; what came of the text is kept.
  } finally {
    body.destroy();
  }
  return { bytes: Buffer.concat(pieces).subarray(0, keptBytes), isWhole };
}

/** The identifier in a 2xx answer: its text trimmed, a JSON string's value; null when empty. */
export function referenceIn(text: string): string | null {
  const plain = jsonString(text) ?? text;
  const reference = storable(plain).trim();
  return reference === '' ? null : reference;
}

/** Without what PostgreSQL text cannot hold (NUL, half of a surrogate pair) and no identifier or message needs. */
function storable(text: string): string {
  return text.toWellFormed().replace(/\p{Cc}+/gu, ' ');
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

function refusalCode(status: number, attempt: number): CallFailureCode {
  if (status >= 300 && status < 400) return 'redirected';
  if ((status === 404 || status === 405) && attempt === 1) return 'wrong_path';
  if (status === 401 || status === 403) return 'wrong_token';
  return 'refused';
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the call failed';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return storable(error.message === '' ? `the call failed (${code})` : `${error.message} (${code})`);
}

// What an attempt sent and what came back is kept for people who look for the reason.

/** A shorter value in the query of the configured address is a word of the application, not a secret. */
const shortestSecret = 16;

/** What may be a secret in the query of the configured address. */
function secretsOfAddress(uri: string): string[] {
  return [...new URL(uri).searchParams.values()].filter(({ length }) => length >= shortestSecret);
}

/** The address of a call with the values of the configured query hidden: who knows them may call as we do. */
function maskedAddress(address: string, configured: string): string {
  const { search } = new URL(configured);
  const hidden = search.replace(/=[^&]+/g, `=${masked}`);
  return address.replace(search, () => hidden);
}

/** Of an answer: its body, and its headers together. */
const keptBytes = 4096;

/** The request as it goes out, but for its secrets. `headers` are those that the service sets. */
function sentRequest(
  address: string,
  { uri, headers }: { uri: string; headers: Readonly<Record<string, string>> },
): SentRequest {
  return {
    address: maskedAddress(address, uri),
    headers: Object.entries({ Host: new URL(uri).host, ...headers, Connection: 'close' }).map(
      ([name, value]) => [name, name === 'Authorization' ? `Bearer ${masked}` : value],
    ),
  };
}

/**
 * What is kept of an answer.
 *
 * @param raw   names and values in turn, as they came
 * @param body  its text, see `decodeStart`
 */
function receivedAnswer(
  raw: readonly string[],
  { body, isWhole, mask }: { body: string; isWhole: boolean; mask: Mask },
): ReceivedAnswer {
  const headers: Header[] = [];
  let room = keptBytes;
  const count = Math.floor(raw.length / 2);
  for (let index = 0; index < count; index += 1) {
    const name = harmless(mask(raw[2 * index] ?? ''));
    const value = harmless(mask(withoutCookie(name, raw[2 * index + 1] ?? '')));
    room -= Buffer.byteLength(name) + Buffer.byteLength(value);
    if (room < 0) break;
    headers.push([name, value]);
  }
  return {
    headers,
    leftOut: count - headers.length,
    body: harmless(mask(body, { isCut: !isWhole })),
    isWhole,
  };
}

/** A session that our token has opened is not for whoever reads this. */
function withoutCookie(name: string, value: string): string {
  return name.toLowerCase() === 'set-cookie' ? value.replace(/=[^;]*/, `=${masked}`) : value;
}

/** The beginning of a body as text, whatever it is: by the character set that it says, a cut character left out. */
function decodeStart(
  bytes: Uint8Array,
  { contentType, isWhole }: { contentType: string | undefined; isWhole: boolean },
): string {
  const [, label = 'utf-8'] = /charset\s*=\s*"?([^\s;"]+)/i.exec(contentType ?? '') ?? [];
  return decoderOf(label).decode(bytes, { stream: !isWhole });
}

function decoderOf(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}

/** Control characters as their pictures, and nothing that turns the direction of what follows. */
function harmless(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replace(/[^\P{Cc}\n\t]/gu, pictureOf)
    .replace(/\p{Bidi_Control}/gu, '\ufffd');
}

function pictureOf(control: string): string {
  const code = control.charCodeAt(0);
  if (code === 0x7f) return '\u2421';
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\ufffd';
}
