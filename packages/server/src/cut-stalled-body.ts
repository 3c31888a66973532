import type { IncomingMessage } from 'node:http';

/** Less than this in the whole time is no progress: a client may not live on one byte a minute. */
const leastProgressBytes = 1024;

/** What one look at a request shows. */
export interface BodyLook {
  /** Everything that has come over its connection. */
  bytesRead: number;
  /** Somebody waits for the rest of the body. */
  isAwaited: boolean;
}

/**
 * Cuts the connection when the rest of a body is waited for and does not come.
 *
 * In place of a limit on the whole request: a large upload over a slow line may take hours. Time in which we do
 * not read (nobody has begun to, or the disk is behind) does not count. It takes `stallMs`, and up to as much again.
 */
export function cutStalledBody(request: IncomingMessage, { stallMs }: { stallMs: number }): void {
  let before: BodyLook | undefined;
  const timer = setInterval(() => {
    const now = lookAtBody(request);
    if (isStalled(before, now)) request.socket.destroy();
    before = now;
  }, stallMs);
  timer.unref();
  request.once('close', () => clearInterval(timer));
}

/** Whether next to nothing came between two looks, at both of which the rest was waited for. */
export function isStalled(before: BodyLook | undefined, now: BodyLook): boolean {
  if (!before?.isAwaited || !now.isAwaited) return false;
  return now.bytesRead - before.bytesRead < leastProgressBytes;
}

export function lookAtBody(request: IncomingMessage): BodyLook {
  const isRead = request.readableFlowing === true || request.listenerCount('readable') > 0;
  return { bytesRead: request.socket.bytesRead, isAwaited: !request.complete && isRead };
}
