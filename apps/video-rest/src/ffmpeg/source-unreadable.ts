import { createReadStream } from 'node:fs';
import { errorMessage } from '@campus/config';

/**
 * ffmpeg or ffprobe could not open what it was given, or not read it to its end. Nothing is said of what is in it. The
 * message is for the operator.
 */
export class SourceUnreadable extends Error {
  override name = 'SourceUnreadable';
}

/** The words of the C library and of ffmpeg for what is in the way of reading, at the end of a line. */
const notOpened = new RegExp(
  `: (${[
    'No such file or directory|Permission denied|Not a directory|Is a directory|Stale (NFS )?file handle',
    'Transport endpoint is not connected|No such device( or address)?|Too many open files( in system)?',
    'Connection (refused|reset by peer|timed out|aborted)|Operation timed out|Broken pipe',
    'Network (is )?(unreachable|down)|No route to host|Host is (down|unreachable)',
    'Resource temporarily unavailable|Server returned .*',
  ].join('|')})$`,
  'm',
);

/** Of an address: it was refused, or less came than was announced. */
const brokenOff = /Stream ends prematurely|HTTP error \d/;

/** What a damaged disk and a source that is cut off have in common. */
const endedEarly = /: (Input\/output|I\/O) error$/m;

/** Whether ffmpeg said that an address could not be read to its end; it may have ended well all the same. */
export function isBrokenOff(errorText: string): boolean {
  return brokenOff.test(errorText);
}

/**
 * What ffprobe said of reading. Pure.
 *
 * @returns `maybe`: a source that is cut off is told of in the same words
 */
export function saysUnreadable(errorText: string, source: string): 'yes' | 'maybe' | 'no' {
  if (notOpened.test(errorText) || brokenOff.test(errorText)) return 'yes';
  // A connection that is closed at once, too.
  const isClosed = isAddress(source) && /: End of file$/m.test(errorText);
  return isClosed || endedEarly.test(errorText) ? 'maybe' : 'no';
}

/** Whether it is an address of this machine, and not a path. */
export function isAddress(source: string): boolean {
  return source.startsWith('http:');
}

const startBytes = 64 * 1024;

/**
 * Makes sure that this process can read what ffprobe has refused.
 *
 * @param options.isWhole      all of it, and not the first bytes alone
 * @param options.timeLimitMs  what takes longer is not readable either
 * @throws SourceUnreadable; the reason of `signal`
 */
export async function requireReadable(
  source: string,
  {
    isWhole,
    timeLimitMs,
    signal,
  }: { isWhole: boolean; timeLimitMs: number; signal?: AbortSignal | undefined },
): Promise<void> {
  const limit = AbortSignal.timeout(timeLimitMs);
  const ending = signal === undefined ? limit : AbortSignal.any([limit, signal]);
  try {
    for await (const _ of await open(source, { end: isWhole ? undefined : startBytes - 1, signal: ending }));
  } catch (error) {
    signal?.throwIfAborted();
    const message = `what ffprobe has refused cannot be read: ${errorMessage(error)}`;
    throw new SourceUnreadable(message, { cause: error });
  }
}

async function open(
  source: string,
  { end, signal }: { end: number | undefined; signal: AbortSignal },
): Promise<AsyncIterable<unknown>> {
  if (!isAddress(source)) return createReadStream(source, { ...(end !== undefined && { end }), signal });
  const headers = { Range: `bytes=0-${end ?? ''}` };
  const { ok, status, body } = await fetch(source, { headers, signal });
  // An empty source has no first byte.
  if (!ok && status !== 416) throw new Error(`${source} answered ${status}`);
  return body ?? (async function* () {})();
}
