import { errorCode } from '@campus/config';
import { Refusal } from '@campus/rest';
import type { Response } from 'express';
import type { LocatedFile } from '../../storage/locate-file.ts';
import { whyFolderFails } from '../../storage/storage-error.ts';
import { refusals } from '../refusals.ts';

/**
 * Sends a file of ours with Range, ETag, Last-Modified and the conditions on them (Express's `sendFile`).
 *
 * @throws Refusal  404 when it has vanished, 412, 416; StorageError
 */
export async function sendFile(
  response: Response,
  { path, etag }: LocatedFile,
  { headers }: { headers: Record<string, string> },
): Promise<void> {
  response.set({ ...headers, ETag: etag });
  const error = await new Promise<unknown>((resolve) => {
    // The path is ours and absolute; folders above it may begin with a dot.
    response.sendFile(path, { dotfiles: 'allow', cacheControl: false, acceptRanges: true }, resolve);
  });
  if (error !== undefined && !isClientGone(error)) throw refusalOf(error, response, headers);
}

/**
 * Leaves it to nginx in front to send a file of ours: it takes `X-Accel-Redirect` for the path of an internal location
 * that serves MEDIA_ROOT, and answers ranges, conditions and HEAD itself, with validators of its own. Without nginx
 * the answer would be empty, so this is for services that only nginx reaches.
 *
 * @param options.location  path of that location, with a slash at both ends
 */
export function handOverFile(
  response: Response,
  { below }: LocatedFile,
  { location, headers }: { location: string; headers: Record<string, string> },
): void {
  // nginx decodes it once.
  const encoded = below.split('/').map(encodeURIComponent).join('/');
  handOver(response, `${location}${encoded}`, headers);
}

/** @param target  path of an internal location of nginx, encoded, and its query */
export function handOver(response: Response, target: string, headers: Record<string, string>): void {
  response.set({ ...headers, 'X-Accel-Redirect': target }).end();
}

function isClientGone(error: unknown): boolean {
  return ['ECONNABORTED', 'EPIPE', 'ECONNRESET'].includes(errorCode(error));
}

/** What Express throws about the request, in our form; the description of the file is taken back. */
function refusalOf(error: unknown, response: Response, headers: Record<string, string>): unknown {
  if (response.headersSent) return error;
  const status: unknown =
    typeof error === 'object' && error !== null ? Reflect.get(error, 'status') : undefined;
  const refusal = explained[status as keyof typeof explained];
  if (refusal === undefined) return whyFolderFails(error);
  const range = response.get('Content-Range');
  for (const name of [...Object.keys(headers), ...describing]) response.removeHeader(name);
  const contentRange: Record<string, string> =
    status === 416 && range !== undefined ? { 'Content-Range': range } : {};
  return new Refusal(refusal, { headers: contentRange, cause: error });
}

const describing = ['ETag', 'Last-Modified', 'Content-Length', 'Content-Range', 'Accept-Ranges'];

const explained = { 404: 'not_found', 412: refusals.other_file, 416: refusals.range_beyond_end } as const;
