import { errorCode } from '@campus/config';
import { Refusal } from '@campus/rest';
import type { Request, Response } from 'express';
import type { LocatedFile } from '../../storage/locate-file.ts';
import type { LocatedObject } from '../../storage/objects/open-bucket.ts';
import { whyFolderFails } from '../../storage/storage-error.ts';
import { refusals } from '../refusals.ts';
import { signedForMs } from './media-urls.ts';
import { createMediaStreams, sendObject } from './send-object.ts';

/** How media reach who asks for them. */
export interface SendingWays {
  /** Internal location of the nginx in front that sends them, with a slash at both ends; absent: we send them. */
  accelLocation?: string | undefined;
  /** Whether who asks for what is read by itself, such as a download, is led on to the store. */
  leadsToStore?: boolean;
  now: () => Date;
}

/** What is known of an answer. */
interface Answer {
  headers: Record<string, string>;
  /** Whether it is read by itself: what a playlist names relatively, or a page by its own origin, is not. */
  isApart: boolean;
  /** When that ends which lets it be read, a signed address or a token; absent: nothing does. */
  until?: Date | undefined;
}

/**
 * Sends a file of a row to who may have it.
 *
 * @param locate  finds it, again where it is moved from one place to another meanwhile
 * @throws Refusal  404 when there is none, 412, 416; as `sendObject`
 */
export type SendMedia = (
  exchange: Exchange,
  locate: () => Promise<Located | null>,
  answer: Answer,
) => Promise<void>;

interface Exchange {
  request: Request;
  response: Response;
}

type Located = LocatedFile | LocatedObject;

export function mediaSender({ accelLocation, leadsToStore = false, now }: SendingWays): SendMedia {
  const streams = createMediaStreams();

  async function sendLocated(
    { request, response }: Exchange,
    located: Located,
    { headers, isApart, until }: Answer,
  ): Promise<void> {
    const forSeconds = ledForSeconds(until, now());
    if (located.kind === 'file') {
      if (accelLocation === undefined) await sendFile(response, located, { headers });
      else handOverFile(response, located, { location: accelLocation, headers });
    } else if (leadsToStore && isApart && forSeconds > 0) {
      await leadOn(request, response, { object: located, headers, forSeconds });
    } else if (accelLocation === undefined) {
      await sendObject(request, response, located, { headers, streams });
    } else {
      await handOverObject(request, response, { object: located, location: accelLocation, headers });
    }
  }

  return async (exchange, locate, answer) => {
    const located = await locate();
    if (located === null) throw new Refusal('not_found');
    try {
      await sendLocated(exchange, located, answer);
    } catch (error) {
      const again = exchange.response.headersSent ? null : await locate();
      if (again === null || again.kind === located.kind) throw error;
      await sendLocated(exchange, again, answer);
    }
  };
}

interface SentObject {
  object: LocatedObject;
  headers: Record<string, string>;
}

/**
 * For how long who is led to the store may read there: as a signed address of ours holds, but no longer than that which
 * led there. A second that has begun is over, since the address is signed a moment later.
 */
function ledForSeconds(until: Date | undefined, now: Date): number {
  const longest = signedForMs / 1000;
  if (until === undefined) return longest;
  return Math.min(longest, Math.floor(until.getTime() / 1000) - Math.ceil(now.getTime() / 1000));
}

async function leadOn(
  request: Request,
  response: Response,
  { object, headers, forSeconds }: SentObject & { forSeconds: number },
): Promise<void> {
  const url = await object.sign({ method: methodOf(request), forSeconds, isPublic: true, headers });
  // Who asks again is given a new signature.
  response.set('Cache-Control', 'no-store').redirect(url.href);
}

/** Long enough for nginx to begin; what has begun goes on. */
const handedOverForSeconds = 60;

/** As `handOverFile`: the part of the location below `store/` is the path and the query of a signed address. */
async function handOverObject(
  request: Request,
  response: Response,
  { object, location, headers }: SentObject & { location: string },
): Promise<void> {
  const method = methodOf(request);
  const url = await object.sign({ method, forSeconds: handedOverForSeconds, isPublic: false, headers: {} });
  handOver(response, `${location}store${url.pathname}${url.search}`, headers);
}

/** The store wants to know it: what is signed for the one is refused for the other. */
function methodOf({ method }: Request): 'GET' | 'HEAD' {
  return method === 'HEAD' ? 'HEAD' : 'GET';
}

/**
 * Files of strangers: never anything but data in a browser, whatever they hold, and only to be read.
 *
 * @throws Refusal  405
 */
export function safeguard(request: Request, response: Response): void {
  response.set({
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "sandbox; default-src 'none'",
  });
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const values = { method: request.method };
  throw new Refusal('method_not_allowed', { values, headers: { Allow: 'GET, HEAD' } });
}

/**
 * Sends a file of ours with Range, ETag, Last-Modified and the conditions on them (Express's `sendFile`).
 *
 * @throws Refusal  404 when it has vanished, 412, 416; StorageError
 */
async function sendFile(
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
function handOverFile(
  response: Response,
  { below }: LocatedFile,
  { location, headers }: { location: string; headers: Record<string, string> },
): void {
  // nginx decodes it once.
  const encoded = below.split('/').map(encodeURIComponent).join('/');
  handOver(response, `${location}${encoded}`, headers);
}

/** @param target  path of an internal location of nginx, encoded, and its query */
function handOver(response: Response, target: string, headers: Record<string, string>): void {
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
