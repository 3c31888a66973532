import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { authorization } from './instance.ts';
import type { UploadBody } from './upload-body.ts';

interface Asked {
  method?: string;
  headers?: OutgoingHttpHeaders;
  body?: UploadBody;
  signal: AbortSignal;
}

/**
 * Sends one request and reads the answer.
 *
 * @returns its JSON object; an empty one when it has no body
 * @throws Error  when the answer is an error
 */
export async function ask(url: string, asked: Asked): Promise<Record<string, unknown>> {
  const { said } = await exchange(url, asked);
  return said === '' ? {} : JSON.parse(said);
}

/** Sends one request and reads the answer, with its headers. @throws Error  when the answer is an error */
export async function exchange(
  url: string,
  { method = 'GET', headers, body, signal }: Asked,
): Promise<{ headers: IncomingHttpHeaders; said: string }> {
  const length = body && { 'Content-Type': body.contentType, 'Content-Length': body.bytes };
  const asked = request(url, {
    method,
    signal,
    headers: { Authorization: authorization, ...headers, ...length },
  });
  const answered = new Promise<{ headers: IncomingHttpHeaders; said: string }>((resolve, reject) => {
    asked.once('error', reject);
    asked.once('response', (response) => {
      text(response).then((said) => {
        if ((response.statusCode ?? 0) < 300) resolve({ headers: response.headers, said });
        else reject(new Error(`${method} ${url} was answered with ${response.statusCode}: ${said}`));
      }, reject);
    });
  });
  const [answer] = await Promise.all([answered, pipeline(Readable.from(body?.pieces() ?? []), asked)]);
  return answer;
}
