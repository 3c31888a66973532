import type { Response } from 'express';

/**
 * Sends the pieces as fast as they are taken. A failure at the first is still answered as one, since nothing
 * was sent yet; a later one cuts the connection and goes to the log.
 */
export async function sendPieces(
  response: Response,
  pieces: AsyncGenerator<Uint8Array | string>,
): Promise<void> {
  for (let piece = await pieces.next(); piece.done !== true; piece = await pieces.next()) {
    // The client went away: nobody is left to answer.
    if (response.destroyed) return;
    if (!response.write(piece.value)) await drained(response);
  }
  if (!response.destroyed) response.end();
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
