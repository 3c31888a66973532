import { ApiError, answerOf } from './answer-of.ts';
import { type AnyApi, getOf } from './pages.ts';
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
 * What happens, in its order and without gaps, for as long as it is read. A cut, a restart and a busy service are waited
 * out. Keep the `cursor` of each change with what came of it, and go on `after` it.
 *
 * @throws ApiError  for a refusal that would stay one: the token, or a cursor that is not known any more
 */
export async function* followChanges<Change>(
  api: AnyApi,
  path: string,
  { after, signal, untilQuiet = false, onCut }: FollowOptions = {},
): AsyncGenerator<Change, void> {
  const get = getOf<{ results: Change[]; cursor: string; more?: boolean }>(api);
  const wait = untilQuiet ? quietSeconds : waitSeconds;
  let cursor = after;
  let pauseMs = firstPauseMs;
  while (!signal?.aborted) {
    try {
      const query = { wait, page_size: 200, ...(cursor !== undefined && { after: cursor }) };
      const timeout = AbortSignal.timeout(timeoutMs);
      const either = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
      const page = await answerOf(get(path, { params: { query }, signal: either }));
      pauseMs = firstPauseMs;
      yield* page.results;
      if (untilQuiet && page.results.length === 0 && page.more !== true) return;
      cursor = page.cursor;
    } catch (error) {
      if (signal?.aborted) return;
      if (!mayPass(error)) throw error;
      onCut?.(error);
      const askedMs = error instanceof ApiError ? 1_000 * (error.retryAfterSeconds ?? 0) : 0;
      await pause(Math.max(pauseMs, Math.min(askedMs, longestPauseMs)), signal).catch(() => undefined);
      pauseMs = Math.min(2 * pauseMs, longestPauseMs);
    }
  }
}

/** Whether the same request may be answered later. */
function mayPass(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500 || error.status === 429 || error.status === 408;
}
