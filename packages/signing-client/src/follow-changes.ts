import type { components } from '../generated/management.ts';
import { ApiError, answerOf } from './answer-of.ts';
import type { Change, ManagementApi } from './api.ts';

export interface FollowOptions {
  /** The `cursor` of what was seen last; `now` for what comes from here on; absent: from the beginning. */
  after?: string;
  /** Ends the following. */
  signal?: AbortSignal;
  /** Hears of a cut, before it is tried again. */
  onCut?: (error: unknown) => void;
}

/** How long the service waits for something to happen, in seconds. */
const waitSeconds = 30;
/** Longer than that, for a service that does not answer. */
const timeoutMs = 60_000;
const [firstPauseMs, longestPauseMs] = [500, 30_000];

/**
 * What happens to the records, in its order and without gaps, for as long as it is read. A cut, a restart and a busy
 * service are waited out. Keep the `cursor` of each change with what came of it, and go on `after` it.
 *
 * @throws ApiError  for a refusal that would stay one: the token, or `unknown_cursor` after a database was restored
 */
export async function* followChanges(
  api: ManagementApi,
  { after, signal, onCut }: FollowOptions = {},
): AsyncGenerator<Change, void> {
  let cursor = after;
  let pauseMs = firstPauseMs;
  while (!signal?.aborted) {
    try {
      const query = { wait: waitSeconds, page_size: 200, ...(cursor !== undefined && { after: cursor }) };
      const timeout = AbortSignal.timeout(timeoutMs);
      // Of the two types of its answer the one that was not asked for is a stream.
      const page = (await answerOf(
        api.GET('/api/changes', {
          params: { query },
          signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
        }),
      )) as components['schemas']['Changes'];
      pauseMs = firstPauseMs;
      yield* page.results;
      cursor = page.cursor;
    } catch (error) {
      if (signal?.aborted) return;
      if (!mayPass(error)) throw error;
      onCut?.(error);
      await pause(pauseMs, signal);
      pauseMs = Math.min(2 * pauseMs, longestPauseMs);
    }
  }
}

/** Whether the same request may be answered later. */
function mayPass(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500 || error.status === 429 || error.status === 408;
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end, { once: true });
  });
}
