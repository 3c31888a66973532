import { errorMessage } from '@campus/config';
import axios from 'axios';
import type { TimeStamp } from '../data/stamps.ts';
import { readAnswer, TimeStampError, timeStampRequest } from './time-stamp.ts';

const answerWithinMs = 30_000;

/** A token with all certificates of its chain has about 8 KiB. */
const maxAnswerBytes = 256 * 1024;

/**
 * Asks an authority for a time stamp of a message, over HTTP (RFC 3161 §3.4); it sees the SHA-256 of it alone.
 *
 * @throws TimeStampError  also when the authority cannot be reached
 */
export async function askAuthority(
  uri: string,
  { message, signal }: { message: string; signal?: AbortSignal | undefined },
): Promise<TimeStamp> {
  const { request, nonce } = timeStampRequest(message);
  const timeout = AbortSignal.timeout(answerWithinMs);
  const asked = axios.post<Buffer>(uri, Buffer.from(request), {
    headers: { 'Content-Type': 'application/timestamp-query', Accept: 'application/timestamp-reply' },
    responseType: 'arraybuffer',
    maxContentLength: maxAnswerBytes,
    maxRedirects: 0,
    signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
  });
  const { data } = await asked.catch((error: unknown) => {
    // Who asks may be named by a key in the query.
    const { origin, pathname } = new URL(uri);
    const message = `cannot be fetched from ${origin}${pathname}: ${errorMessage(error)}`;
    throw new TimeStampError(message, { cause: error });
  });
  return readAnswer(data, { message, nonce });
}
