import type { Stats } from 'node:fs';
import { lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '@campus/config';
import { Refusal } from '@campus/rest';
import type { Response } from 'express';
import { refusals } from '../refusals.ts';

/**
 * Sends a file of ours with Range, ETag, Last-Modified and the conditions on them (Express's `sendFile`).
 *
 * @param file  absolute; followed through no symbolic link
 * @throws Refusal  404 when there is no such file, 412, 416
 */
export async function sendFile(
  response: Response,
  file: string,
  { headers }: { headers: Record<string, string> },
): Promise<void> {
  const facts = await findFile(file);
  if (facts === null) throw new Refusal('not_found');
  response.set({ ...headers, ETag: etagOf(facts) });
  const error = await new Promise<unknown>((resolve) => {
    // The path is ours and absolute; folders above it may begin with a dot.
    response.sendFile(file, { dotfiles: 'allow', cacheControl: false, acceptRanges: true }, resolve);
  });
  if (error !== undefined && !isClientGone(error)) throw refusalOf(error, response, headers);
}

/**
 * Leaves it to nginx in front to send a file of ours: it takes `X-Accel-Redirect` for the path of an internal location
 * that serves MEDIA_ROOT, and answers ranges, conditions and HEAD itself, with validators of its own. Without nginx
 * the answer would be empty, so this is for services that only nginx reaches.
 *
 * @param file              absolute, below `root`; followed through no symbolic link
 * @param options.root      the media folder, as it stands in `file`
 * @param options.location  path of that location, with a slash at both ends
 * @throws Refusal  404 when there is no such file
 */
export async function handOverFile(
  response: Response,
  file: string,
  { root, location, headers }: { root: string; location: string; headers: Record<string, string> },
): Promise<void> {
  if ((await findFile(file)) === null) throw new Refusal('not_found');
  // nginx decodes it once.
  const below = path.relative(root, file).split(path.sep).map(encodeURIComponent).join('/');
  response.set({ ...headers, 'X-Accel-Redirect': `${location}${below}` }).end();
}

/** What is known of a file, without reading it; null when there is none, or not where its name says. */
async function findFile(file: string): Promise<Stats | null> {
  try {
    if ((await realpath(file)) !== file) return null;
    const facts = await lstat(file);
    return facts.isFile() ? facts : null;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(errorCode(error))) return null;
    throw error;
  }
}

/** Strong (RFC 9110 §8.8.1): a file never changes once it is in place. Resumed downloads need that. */
function etagOf({ size, mtimeMs }: Stats): string {
  return `"${size.toString(16)}-${Math.floor(mtimeMs).toString(16)}"`;
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
  if (refusal === undefined) return error;
  const range = response.get('Content-Range');
  for (const name of [...Object.keys(headers), ...describing]) response.removeHeader(name);
  const contentRange: Record<string, string> =
    status === 416 && range !== undefined ? { 'Content-Range': range } : {};
  return new Refusal(refusal, { headers: contentRange, cause: error });
}

const describing = ['ETag', 'Last-Modified', 'Content-Length', 'Content-Range', 'Accept-Ranges'];

const explained = { 404: 'not_found', 412: refusals.other_file, 416: refusals.range_beyond_end } as const;
