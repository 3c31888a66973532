import { idleReaderMs } from '@campus/rest';
import { createTurns } from '@campus/service';
import type { Request, Response } from 'express';

/** How many objects of the bucket are on their way through this process, of all and of one address. */
export const mediaStreamLimits = {
  atATime: 256,
  // A room of people is one address, whose players ask for little at a time.
  waiting: 256,
  atATimePerCaller: 64,
  waitingPerCaller: 64,
  retryAfterSeconds: 5,
};

/** Answers that are read from the bucket while they are sent: each has a connection to the store. */
export interface MediaStreams {
  /**
   * Does the work when its turn has come. A reader who takes nothing for a minute is cut off.
   *
   * @param work  its signal is aborted when the client leaves
   * @throws BudgetSpentError  at once, when too many wait; what `work` throws, or the client's leaving
   */
  run(request: Request, response: Response, work: (signal: AbortSignal) => Promise<void>): Promise<void>;
}

export function createMediaStreams(): MediaStreams {
  const turns = createTurns(mediaStreamLimits);
  return {
    async run(request, response, work) {
      const leaving = new AbortController();
      const { signal } = leaving;
      const leave = () => leaving.abort();
      // With those of the shell and of a pipe they are more than Node allows without a word.
      response.setMaxListeners(response.getMaxListeners() + 2).once('close', leave);
      try {
        const begin = () => {
          response.setTimeout(idleReaderMs, () => response.destroy());
          return work(signal);
        };
        await turns.run(request.ip ?? '', begin, { signal });
      } finally {
        response.removeListener('close', leave);
      }
    },
  };
}
