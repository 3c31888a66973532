import type { Response } from 'express';

/** A reader who takes nothing for so long is let go; what is sent may take as long as it likes to be made. */
export const patienceMs = 60_000;

/**
 * Sends the pieces as fast as they are taken. A failure at the first is still answered as one, since nothing
 * was sent yet; a later one cuts the connection and goes to the log.
 */
export async function sendPieces(
  response: Response,
  pieces: AsyncIterable<Uint8Array | string>,
  { patience = patienceMs }: { patience?: number } = {},
): Promise<void> {
  for await (const piece of pieces) {
    // The client went away: nobody is left to answer.
    if (response.destroyed) return;
    if (response.write(piece)) continue;
    response.setTimeout(patience);
    await drained(response);
    response.setTimeout(0);
  }
  if (!response.destroyed) response.setTimeout(patience).end();
}

/** Resolves when more can be written, or nobody listens any more. */
function drained(response: Response): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });
}
