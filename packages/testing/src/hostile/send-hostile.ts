import { type Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { HostileRequest } from './hostile-request.ts';

export interface HostileAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Why a request got none. */
export interface NoAnswer {
  failure: string;
}

/** A busy machine takes its time. */
const patienceMs = 120_000;

/** Sends a request exactly as it is. */
export function sendHostile(
  agent: Agent,
  url: string,
  { method, target, headers, body }: HostileRequest,
): Promise<HostileAnswer | NoAnswer> {
  const { hostname, port } = new URL(url);
  // Node sends a DELETE's body without saying how long it is, which makes a second request of it.
  const length = body === undefined ? {} : { 'Content-Length': String(body.length) };
  return new Promise((resolve) => {
    const call = httpRequest({
      agent,
      hostname,
      port,
      method,
      path: target,
      timeout: patienceMs,
      headers: { ...headers, ...length },
    });
    call.on('timeout', () => call.destroy(new Error(`no answer within ${patienceMs / 1000} s`)));
    call.on('error', ({ message }) => resolve({ failure: message }));
    call.on('response', async (response) => {
      try {
        const text = (await buffer(response)).toString();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      } catch {
        resolve({ failure: 'the answer broke off' });
      }
    });
    call.end(body);
  });
}

/** Node's HTTP parser refuses before the service sees a request: no Host, a header too large, an odd Expect. */
export function isOfTheParser({ status, headers, text }: HostileAnswer): boolean {
  return [400, 417, 431].includes(status) && text === '' && headers['x-request-id'] === undefined;
}
