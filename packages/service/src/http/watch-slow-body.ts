import type { IncomingMessage } from 'node:http';

/** A body that comes slower than this keeps from others what it holds meanwhile. */
export const leastBytesPerSecond = 1024;

/** How long a body may take before its rate matters, in milliseconds: everybody begins with so much patience. */
export const firstPatienceMs = 10_000;

/** How much patience a fast body can save up for a pause, in milliseconds: of a network that is away, say. */
export const mostPatienceMs = 60_000;

/** What one look at a request shows. */
interface BodyLook {
  /** Everything that has come over its connection. */
  bytesRead: number;
  /** Somebody waits for the rest of the body. */
  isAwaited: boolean;
}

/**
 * Gives a body up when its rest is waited for and comes too slowly.
 *
 * In place of a limit on the whole request: a large upload over a slow line may take hours. Time in which we do
 * not read (nobody has begun to, or the disk is behind) does not count.
 *
 * @param options.patienceMs  to begin with; a fast body saves up to six times as much
 * @param options.giveUp      called once
 */
export function watchSlowBody(
  request: IncomingMessage,
  { patienceMs, giveUp }: { patienceMs: number; giveUp: () => void },
): void {
  const mostMs = patienceMs * (mostPatienceMs / firstPatienceMs);
  const lookEveryMs = patienceMs / 10;
  let left = patienceMs;
  let before: BodyLook | undefined;
  const timer = setInterval(() => {
    const now = lookAtBody(request);
    left = patienceLeft(left, { before, now, elapsedMs: lookEveryMs, mostMs });
    before = now;
    if (left > 0) return;
    clearInterval(timer);
    giveUp();
  }, lookEveryMs);
  timer.unref();
  request.once('close', () => clearInterval(timer));
}

/**
 * The patience that is left after a look: each millisecond of waiting costs one, each byte that came brings what it
 * may take at the least rate. In milliseconds; the body is to be cut when none is left.
 *
 * @param elapsedMs  between the two looks, as planned: a process that was held up itself blames nobody
 */
export function patienceLeft(
  leftMs: number,
  options: { before: BodyLook | undefined; now: BodyLook; elapsedMs: number; mostMs: number },
): number {
  const { before, now, elapsedMs, mostMs } = options;
  if (!before?.isAwaited || !now.isAwaited) return leftMs;
  const earnedMs = ((now.bytesRead - before.bytesRead) / leastBytesPerSecond) * 1000;
  return Math.min(mostMs, leftMs + earnedMs - elapsedMs);
}

export function lookAtBody(request: IncomingMessage): BodyLook {
  const isRead = request.readableFlowing === true || request.listenerCount('readable') > 0;
  return { bytesRead: request.socket.bytesRead, isAwaited: !request.complete && isRead };
}
