import { request } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { authorization } from './instance.ts';
import type { UploadBody } from './upload-body.ts';

/**
 * Sends one request and reads the answer.
 *
 * @returns its JSON object; an empty one when it has no body
 * @throws Error  when the answer is an error
 */
export async function ask(
  url: string,
  { method = 'GET', body, signal }: { method?: string; body?: UploadBody; signal: AbortSignal },
): Promise<Record<string, unknown>> {
  const length = body && { 'Content-Type': body.contentType, 'Content-Length': body.bytes };
  const asked = request(url, { method, signal, headers: { Authorization: authorization, ...length } });
  const answered = new Promise<string>((resolve, reject) => {
    asked.once('error', reject);
    asked.once('response', (response) => {
      text(response).then((said) => {
        if ((response.statusCode ?? 0) < 300) resolve(said);
        else reject(new Error(`${method} ${url} was answered with ${response.statusCode}: ${said}`));
      }, reject);
    });
  });
  const [said] = await Promise.all([answered, pipeline(Readable.from(body?.pieces() ?? []), asked)]);
  return said === '' ? {} : JSON.parse(said);
}
