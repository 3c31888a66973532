import type { IncomingMessage } from 'node:http';

/** Less than this in the whole time is no progress: a client may not live on one byte a minute. */
const leastProgressBytes = 1024;

/**
 * Cuts the connection when the rest of a body is waited for and does not come.
 *
 * In place of a limit on the whole request: a large upload over a slow line may take hours. Time in which we do
 * not read (nobody has begun to, or the disk is behind) does not count. It takes `stallMs`, and up to as much again.
 */
export function cutStalledBody(request: IncomingMessage, { stallMs }: { stallMs: number }): void {
  const { socket } = request;
  /** What had come at the last look, when the rest was waited for then already. */
  let bytesBefore: number | undefined;
  const timer = setInterval(() => {
    const bytes = socket.bytesRead;
    const isStalled = bytesBefore !== undefined && bytes - bytesBefore < leastProgressBytes;
    const isAwaited = isBodyAwaited(request);
    if (isAwaited && isStalled) socket.destroy();
    bytesBefore = isAwaited ? bytes : undefined;
  }, stallMs);
  timer.unref();
  request.once('close', () => clearInterval(timer));
}

function isBodyAwaited(request: IncomingMessage): boolean {
  return !request.complete && (request.readableFlowing === true || request.listenerCount('readable') > 0);
}
