import type { ClientRequest, Agent as HttpAgent, IncomingMessage } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { BlockList } from 'node:net';
import type { Readable } from 'node:stream';
import { http, traced } from '@campus/service';
import type { CallFailure } from './call-failure.ts';
import { parseRetryAfter } from './delivery-policy.ts';
import { decodeStart, type Exchange, keptBytes, receivedAnswer, sentRequest } from './exchange.ts';
import type { Mask } from './mask-secrets.ts';
import { ClosedNetworkError, isClosedHost, lookupWithin } from './networks.ts';

/** One call to make. */
export interface Call {
  method: 'GET' | 'POST';
  address: string;
  /** The address as somebody has configured it, without what this call adds: its query is kept from who looks. */
  configured: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
  /** Hides what nobody may find in what is kept of the call. */
  mask: Mask;
  /** For the whole call, answer included. */
  timeoutMs: number;
  /** Private and local networks that may be called; all are when absent. */
  networks?: BlockList | undefined;
  /** The process stops: the call is broken off. */
  signal: AbortSignal;
}

/** What one call came to. */
export interface CallOutcome<Failure = CallFailure> {
  startedAt: Date;
  durationMs: number;
  /** HTTP status, null when no answer came. */
  status: number | null;
  /** Why it failed; null when the answer was 2xx. */
  failure: Failure | null;
  /** Milliseconds that the receiver asked us to wait. */
  retryAfterMs: number | undefined;
  /** The beginning of the answer, without secrets. */
  text: string;
  /** Without secrets. */
  exchange: Exchange;
}

/**
 * Makes one call. Any 2xx is success.
 *
 * Redirects are not followed and no proxy is taken from the environment, because what is sent must not travel; 4 KiB of
 * the answer are kept and the rest is not read.
 *
 * @throws what `signal` does to it, and nothing else
 */
export function callReceiver(call: Call): Promise<CallOutcome> {
  return traced({ name: `call ${call.method}`, kind: 'CLIENT' }, async (span) => {
    const headers = { ...call.headers, ...(span && { traceparent: span.traceparent }) };
    const outcome = await makeCall({ ...call, headers });
    span?.note({ 'http.response.status_code': outcome.status ?? 0 });
    return outcome;
  });
}

async function makeCall(call: Call): Promise<CallOutcome> {
  const { method, address, configured, headers, body, mask, timeoutMs, networks, signal } = call;
  const startedAt = new Date();
  const started = performance.now();
  const timeout = AbortSignal.timeout(timeoutMs);
  const exchange: Exchange = { request: sentRequest(address, { configured, headers, mask }), answer: null };
  const outcome = (rest: Pick<CallOutcome, 'status' | 'failure'> & Partial<CallOutcome>): CallOutcome => ({
    startedAt,
    durationMs: Math.round(performance.now() - started),
    retryAfterMs: undefined,
    text: '',
    exchange,
    ...rest,
  });
  try {
    const { hostname } = new URL(address);
    if (networks !== undefined && isClosedHost(hostname, networks)) throw new ClosedNetworkError(hostname);
    // With the first call: it takes 30 ms of a start, and 5 MB.
    const { default: axios } = await import('axios');
    const response = await axios.request<Readable>({
      method,
      url: address,
      headers,
      data: body,
      responseType: 'stream',
      maxRedirects: 0,
      proxy: false,
      ...freshConnections(networks),
      signal: AbortSignal.any([timeout, signal]),
      validateStatus: () => true,
    });
    const { status } = response;
    const { bytes, isWhole } = await readStart(response.data);
    const { headers: received, rawHeaders } = incomingOf(response.request);
    const text = decodeStart(bytes, { contentType: received['content-type'], isWhole });
    exchange.answer = receivedAnswer(rawHeaders, { body: text, isWhole, mask });
    return outcome({
      status,
      failure: refusalOf(status),
      text: mask(text, { isCut: !isWhole }),
      retryAfterMs: parseRetryAfter(received['retry-after'], new Date()),
    });
  } catch (error) {
    // Told to stop, not failed: whoever takes it up makes the attempt again with its number.
    if (signal.aborted) throw error;
    return outcome({ status: null, failure: failureOf(error, { hasTimedOut: timeout.aborted, timeoutMs }) });
  }
}

/** An idle connection that the other side closes just then would cost an attempt; calls are too rare to gain by it. */
function freshConnections(networks: BlockList | undefined): { httpAgent: HttpAgent; httpsAgent: HttpsAgent } {
  const options = networks === undefined ? {} : { lookup: lookupWithin(networks) };
  return { httpAgent: new http.Agent(options), httpsAgent: new HttpsAgent(options) };
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

function refusalOf(status: number): CallFailure | null {
  if (status >= 200 && status < 300) return null;
  return { code: status >= 300 && status < 400 ? 'redirected' : 'refused', values: { status } };
}

function failureOf(
  error: unknown,
  { hasTimedOut, timeoutMs }: { hasTimedOut: boolean; timeoutMs: number },
): CallFailure {
  if (hasTimedOut) return { code: 'no_answer', values: { seconds: timeoutMs / 1000 } };
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof ClosedNetworkError) return { code: 'closed_network', values: { host: cause.host } };
  return { code: 'network', words: wordsOf(error) };
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the call failed';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return storable(error.message === '' ? `the call failed (${code})` : `${error.message} (${code})`);
}

/** Without what PostgreSQL text cannot hold (NUL, half of a surrogate pair) and no identifier or message needs. */
export function storable(text: string): string {
  return text.toWellFormed().replace(/\p{Cc}+/gu, ' ');
}
