import { ApiError, answerOf } from './answer-of.ts';
import type { Api, Change } from './api.ts';
import { pause } from './pause.ts';

export interface FollowOptions {
  /** The `cursor` of what was seen last; `now` for what comes from here on; absent: from the oldest that is kept. */
  after?: string;
  /** Ends the following. */
  signal?: AbortSignal;
  /** Ends the following when the service finds nothing more within a second. */
  untilQuiet?: boolean;
  /** Hears of a cut, before it is tried again; what it throws ends the following. */
  onCut?: (error: unknown) => void;
}

/** How long the service waits for something to happen, in seconds. */
const [waitSeconds, quietSeconds] = [30, 1];
/** Longer than that, for a service that does not answer. */
const timeoutMs = 60_000;
const [firstPauseMs, longestPauseMs] = [500, 30_000];

/**
 * What happens to the objects, in its order and without gaps, for as long as it is read. A cut, a restart and a busy service
 * are waited out. Keep the `cursor` of each change with what came of it, and go on `after` it.
 *
 * @throws ApiError  for a refusal that would stay one: the token, or 410 when changes were missed
 */
export async function* followChanges(
  api: Api,
  { after, signal, untilQuiet = false, onCut }: FollowOptions = {},
): AsyncGenerator<Change, void> {
  let cursor = after;
  let pauseMs = firstPauseMs;
  while (!signal?.aborted) {
    try {
      const wait = untilQuiet ? quietSeconds : waitSeconds;
      const query = { wait, page_size: 200, ...(cursor !== undefined && { after: cursor }) };
      const timeout = AbortSignal.timeout(timeoutMs);
      // Of the two types of its answer the one that was not asked for is a stream.
      const page = (await answerOf(
        api.GET('/rest/changes/', {
          params: { query },
          signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
        }),
      )) as { results: Change[]; cursor: string };
      pauseMs = firstPauseMs;
      yield* page.results;
      if (untilQuiet && page.results.length === 0) return;
      cursor = page.cursor;
    } catch (error) {
      if (signal?.aborted) return;
      if (!mayPass(error)) throw error;
      onCut?.(error);
      await pause(pauseMs, signal).catch(() => undefined);
      pauseMs = Math.min(2 * pauseMs, longestPauseMs);
    }
  }
}

/** Whether the same request may be answered later. */
function mayPass(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500 || error.status === 429 || error.status === 408;
}
