import { compressPieces, negotiateEncoding, type Turns, untilClosed } from '@campus/service';
import type { Request, Response } from 'express';
import { SigningError } from '../../signing/errors.ts';

/** How often it is asked whether whoever gets a file still may. */
export const askEveryMs = 1_000;

/** Who gets a file. */
export interface Recipient {
  request: Request;
  response: Response;
  /** Whose turns it takes: a token or a person, by the actor of the history. */
  caller: string;
  /** Whether their token holds, or their account has the rights that it had. */
  stillMay: () => Promise<boolean>;
}

/** What is sent while it is made. */
interface SentFile {
  type: string;
  /** Of the file that it becomes; absent: it is read where it comes. */
  name?: string;
  pieces: AsyncGenerator<string | Uint8Array>;
}

/**
 * Does the work when its turn has come, for a recipient who has waited for it and still may have it.
 *
 * @throws BudgetSpentError  at once, when too many wait; SigningError, `right_withdrawn`
 */
export function inTurn(
  turns: Turns,
  { response, caller, stillMay }: Recipient,
  work: () => Promise<void>,
): Promise<void> {
  const askedAt = performance.now();
  const begin = async () => {
    if (performance.now() - askedAt > askEveryMs) await refuseWithdrawn(stillMay);
    await work();
  };
  return turns.run(caller, begin, { signal: untilClosed(response) });
}

/**
 * Sends something while it is made, which is kept nowhere; nothing of it is made for `HEAD`. Whoever loses the right to it
 * meanwhile sees the connection cut.
 *
 * @throws SigningError  `right_withdrawn`
 */
export async function sendFile(
  { request, response, stillMay }: Recipient,
  { type, name, pieces }: SentFile,
): Promise<void> {
  response.set({ 'Content-Type': type, 'Cache-Control': 'no-store' });
  if (name !== undefined) response.set('Content-Disposition', `attachment; filename="${name}"`);
  if (request.method === 'HEAD') {
    negotiateEncoding(response);
    response.end();
    return;
  }
  try {
    await sendPieces(response, compressPieces(response, whileAllowed(pieces, stillMay)));
  } finally {
    // Nobody may be left to take the rest.
    await pieces.return(undefined);
  }
}

async function* whileAllowed<Piece>(
  pieces: AsyncGenerator<Piece>,
  stillMay: Recipient['stillMay'],
): AsyncGenerator<Piece> {
  let askedAt = performance.now();
  for await (const piece of pieces) {
    if (performance.now() - askedAt > askEveryMs) {
      await refuseWithdrawn(stillMay);
      askedAt = performance.now();
    }
    yield piece;
  }
}

/** @throws SigningError  `right_withdrawn` */
export async function refuseWithdrawn(stillMay: Recipient['stillMay']): Promise<void> {
  if (!(await stillMay()))
    throw new SigningError('right_withdrawn', 'whoever asked for this has no right to it any more');
}

/** A reader who takes nothing for so long is let go; what is sent may take as long as it likes to be made. */
const patienceMs = 60_000;

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
