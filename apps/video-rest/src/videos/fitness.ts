import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '@campus/service';
import { checkMediaTools, type MediaTools, requireMediaTools } from '../ffmpeg/open-media-tools.ts';
import type { Storage } from '../storage/open-storage.ts';

/**
 * Whether this process can encode at all: its media folder and its tools, as `GET /readyz` looks at them too. One that
 * cannot must begin no run: it would use up the attempts of a whole queue within minutes.
 */
export interface Fitness {
  /**
   * Before a run: that nothing is gone. A tool that is there was seen to run at the start; where it no longer does, the
   * run fails, and `isFit` tells why.
   */
  mayBegin(): Promise<boolean>;
  isFit(): Promise<boolean>;
  /** Looks again every few seconds. Resolves also when `signal` aborts. */
  untilFit(signal: AbortSignal): Promise<void>;
}

const lookAgainMs = 5_000;

/** What stays in the way is told at once, and then this often. */
const tellAgainMs = 10 * 60_000;

export function createFitness(deps: {
  storage: Pick<Storage, 'checkMedia' | 'checkRoom'>;
  tools: MediaTools;
  log: Log;
}): Fitness {
  const { storage, tools, log } = deps;
  let toldAt: number | undefined;
  const looking = (lookAtTools: typeof checkMediaTools) => async () => {
    try {
      await storage.checkMedia();
      await storage.checkRoom();
      await lookAtTools(tools);
    } catch (error) {
      if (toldAt === undefined || performance.now() - toldAt >= tellAgainMs) {
        toldAt = performance.now();
        log.warn({ err: error }, 'no encoding is begun here: the media folder or ffmpeg cannot be used');
      }
      return false;
    }
    if (toldAt !== undefined) log.info('encodings are begun here again');
    toldAt = undefined;
    return true;
  };
  const isFit = looking(checkMediaTools);
  return {
    mayBegin: looking(requireMediaTools),
    isFit,
    async untilFit(signal) {
      do await sleep(lookAgainMs, undefined, { signal }).catch(() => undefined);
      while (!signal.aborted && !(await isFit()));
    },
  };
}
