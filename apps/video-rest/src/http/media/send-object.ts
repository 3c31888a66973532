import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { idleReaderMs, Refusal } from '@campus/rest';
import { createTurns } from '@campus/service';
import type { Request, Response } from 'express';
import type { LocatedObject } from '../../storage/objects/open-bucket.ts';
import { StorageError } from '../../storage/storage-error.ts';
import { refusals } from '../refusals.ts';

/**
 * Sends an object of the bucket as it comes, with Range, ETag, Last-Modified and the conditions on them, as `sendFile`
 * does a file. What the client has not taken is not fetched, and its leaving ends the request to the store.
 *
 * @throws Refusal  412, 416
 * @throws BudgetSpentError  too many are under way; StorageError, the store does not answer
 */
export async function sendObject(
  request: Request,
  response: Response,
  object: Pick<LocatedObject, 'etag' | 'bytes' | 'modifiedAt' | 'read'>,
  { headers, streams }: { headers: Record<string, string>; streams: ReturnType<typeof createMediaStreams> },
): Promise<void> {
  const { etag, bytes, modifiedAt } = object;
  const modified = modifiedAt.toUTCString();
  if (failsPrecondition(request, { etag, modified })) throw new Refusal(refusals.other_file);
  response.set({ ...headers, 'Accept-Ranges': 'bytes', ETag: etag, 'Last-Modified': modified });
  if (request.fresh) {
    response.removeHeader('Content-Type');
    response.status(304).end();
    return;
  }
  try {
    const range = rangeOf(request, { etag, bytes, modified });
    const { start, end } = range ?? { start: 0, end: bytes - 1 };
    const describe = () => {
      if (range !== null) response.status(206).set('Content-Range', `bytes ${start}-${end}/${bytes}`);
      response.set('Content-Length', String(end - start + 1));
    };
    if (request.method === 'HEAD' || end < start) {
      describe();
      response.end();
      return;
    }
    await streams.run(request, response, async (signal) => {
      const content = object.read({ start, end }, signal);
      // A store that does not answer is told of, instead of a connection that breaks.
      await once(content, 'readable');
      describe();
      await pipeline(content, response);
    });
  } catch (error) {
    // Whoever has left is told nothing; where it was the store that broke off, its operator is.
    if (response.destroyed && !(error instanceof StorageError)) return;
    if (!response.headersSent)
      for (const name of [...Object.keys(headers), ...describing]) response.removeHeader(name);
    throw error;
  }
}

const describing = ['Accept-Ranges', 'ETag', 'Last-Modified'];

/** RFC 9110 §13.2.2, steps 1 and 2. */
function failsPrecondition(
  { headers }: Request,
  { etag, modified }: { etag: string; modified: string },
): boolean {
  const match = headers['if-match'];
  if (match !== undefined) {
    const tags = match.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
    return !tags.includes('*') && !tags.includes(etag);
  }
  return Date.parse(modified) > Date.parse(headers['if-unmodified-since'] ?? '');
}

/**
 * The bytes that are asked for; null: all of them, also where more than one range is asked for, or that of a file which
 * is no longer this one.
 *
 * @throws Refusal  416
 */
function rangeOf(
  request: Request,
  { etag, bytes, modified }: { etag: string; bytes: number; modified: string },
): { start: number; end: number } | null {
  if (!/^ *bytes=/.test(request.headers.range ?? '')) return null;
  const condition = request.get('If-Range');
  const isSame =
    condition === undefined ||
    (condition.includes('"') ? condition === etag : Date.parse(modified) <= Date.parse(condition));
  const ranges = isSame ? request.range(bytes, { combine: true }) : undefined;
  if (ranges === undefined || ranges === -2) return null;
  if (ranges === -1) {
    const contentRange = { 'Content-Range': `bytes */${bytes}` };
    throw new Refusal(refusals.range_beyond_end, { headers: contentRange });
  }
  const [range] = ranges;
  return range === undefined || ranges.length > 1 ? null : range;
}

/** How many objects of the bucket are on their way through this process, of all and of one address. */
export const mediaStreamLimits = {
  atATime: 256,
  // A room of people is one address, whose players ask for little at a time.
  waiting: 256,
  atATimePerCaller: 64,
  waitingPerCaller: 64,
  retryAfterSeconds: 5,
};

/** Answers that are read from the bucket while they are sent: each has a connection to the store. */
export function createMediaStreams() {
  const turns = createTurns(mediaStreamLimits);
  return {
    /**
     * Does the work when its turn has come. A reader who takes nothing for a minute is cut off.
     *
     * @param work  its signal is aborted when the client leaves
     * @throws BudgetSpentError  at once, when too many wait; what `work` throws, or the client's leaving
     */
    async run(
      request: Request,
      response: Response,
      work: (signal: AbortSignal) => Promise<void>,
    ): Promise<void> {
      const leaving = new AbortController();
      const { signal } = leaving;
      const leave = () => leaving.abort();
      // With those of the shell and of a pipe they are more than Node allows without a word.
      response.setMaxListeners(response.getMaxListeners() + 2).once('close', leave);
      try {
        const begin = () => {
          response.setTimeout(idleReaderMs, () => response.destroy());
          return work(signal);
        };
        await turns.run(request.ip ?? '', begin, { signal });
      } finally {
        response.removeListener('close', leave);
      }
    },
  };
}
