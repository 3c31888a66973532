/**
 * Answers whose texts are long, on their way to whoever reads them: each is held in memory until its last byte is
 * taken, so that a few slow readers would take all of it.
 */
import { createTurns, type Turns, untilClosed } from '@campus/service';
import type { Response } from 'express';

/** From so many bytes of long texts on an answer counts; shorter ones are no more than any other. */
export const longAnswerBytes = 64 * 1024;

/** How many are under way at once, of all and of one caller, and how many wait for a place, each with its rows in memory. */
export const longAnswerLimits = {
  atATime: 32,
  waiting: 16,
  atATimePerCaller: 4,
  waitingPerCaller: 8,
  retryAfterSeconds: 5,
};

/** A reader who takes nothing of a long answer for so long has its connection cut. */
export const idleReaderMs = 60_000;

export interface LongAnswers {
  /**
   * Takes a place for this answer, once, until it is taken whole or its connection ends; waits for its turn before.
   *
   * @param answer.caller  an account, or the address of a stranger
   * @throws BudgetSpentError  at once, when too many wait; an `AbortError` when the client leaves meanwhile
   */
  begin(answer: { response: Response; caller: { id: number | string } }): Promise<void>;
}

export function createLongAnswers(turns: Turns = createTurns(longAnswerLimits)): LongAnswers {
  const begun = new WeakSet<Response>();
  return {
    async begin({ response, caller }) {
      if (begun.has(response)) return;
      begun.add(response);
      return new Promise((resolve, reject) => {
        const hold = () =>
          new Promise<void>((done) => {
            if (response.destroyed) done();
            // One more than the shell and a pipe of their own have, which Node would take for a leak.
            response.setMaxListeners(response.getMaxListeners() + 1).once('close', done);
            response.setTimeout(idleReaderMs, () => response.destroy());
            resolve();
          });
        turns.run(String(caller.id), hold, { signal: untilClosed(response) }).catch(reject);
      });
    },
  };
}
