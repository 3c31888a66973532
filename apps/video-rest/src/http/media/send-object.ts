import { pipeline } from 'node:stream/promises';
import { Refusal } from '@campus/rest';
import type { Request, Response } from 'express';
import type { LocatedObject } from '../../storage/objects/open-bucket.ts';
import { refusals } from '../refusals.ts';

/**
 * Sends an object of the bucket, with Range, ETag and the conditions on it.
 *
 * @throws Refusal  412, 416
 * @throws StorageError  `store_away`, before the first byte
 */
export async function sendObject(
  request: Request,
  response: Response,
  object: LocatedObject,
  { headers }: { headers: Record<string, string> },
): Promise<void> {
  const { bytes, etag } = object;
  const expected = request.get('If-Match');
  if (expected !== undefined && expected !== '*' && !expected.includes(etag))
    throw new Refusal(refusals.other_file);
  response.set({ ...headers, ETag: etag, 'Accept-Ranges': 'bytes' });
  if (request.fresh) return void response.status(304).end();
  const range = rangeOf(request, object);
  if (range === 'beyond the end') {
    for (const name of [...Object.keys(headers), 'ETag', 'Accept-Ranges']) response.removeHeader(name);
    throw new Refusal(refusals.range_beyond_end, { headers: { 'Content-Range': `bytes */${bytes}` } });
  }
  const { start, end } = range ?? { start: 0, end: bytes - 1 };
  if (range) response.status(206).set('Content-Range', `bytes ${start}-${end}/${bytes}`);
  response.set('Content-Length', String(end - start + 1));
  if (request.method === 'HEAD') return void response.end();
  const content = object.read({ start, end });
  try {
    await pipeline(content, response);
  } catch (error) {
    if (!response.headersSent) throw error;
    response.destroy();
  }
}

/** The one range that is asked for; undefined: the whole, as for several at once. */
function rangeOf(
  request: Request,
  { bytes, etag }: LocatedObject,
): { start: number; end: number } | 'beyond the end' | undefined {
  const condition = request.get('If-Range');
  if (condition !== undefined && condition !== etag) return undefined;
  const ranges = request.range(bytes, { combine: true });
  if (ranges === -1) return 'beyond the end';
  if (ranges === undefined || ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1)
    return undefined;
  return ranges[0];
}
