import type { Log } from '@campus/service';
import { forgetTasks } from '../data/encoding-tasks.ts';
import { failWaiting } from '../data/encodings.ts';
import { findUndecodable } from '../data/undecodable-runs.ts';
import { runColumns } from './run-failure.ts';
import { tidyQueue } from './tidy-videos.ts';
import type { VideoDeps } from './video-deps.ts';

/** Long enough for a machine that is started anew, or for the first one that has the decoder. */
const waitForDecoderSeconds = 3600;

/**
 * Looks after the runs that wait and that this process cannot decode: those for which no worker has come for an hour
 * are ended.
 *
 * @returns whether any is left for another process
 */
export async function leaveUndecodable(
  deps: Pick<VideoDeps, 'db' | 'jobs' | 'tools' | 'now'> & { log: Log },
): Promise<boolean> {
  const { db, jobs, tools, now, log } = deps;
  const { undecodable } = tools;
  const waiting = await findUndecodable(db, { undecodable, waitSeconds: waitForDecoderSeconds });
  for (const { id, videoId, codecs } of waiting.filter(({ isForNobody }) => isForNobody)) {
    const failure = runColumns({ code: 'no_decoder', values: { codecs: codecs.join(', ') } });
    const isFailed = await db.prisma.$transaction(async (tx) => {
      if (!(await failWaiting(tx, { id, ...failure, now: now() }))) return false;
      await forgetTasks(tx, id);
      await jobs.send(tx, tidyQueue, { videoId });
      return true;
    });
    if (isFailed)
      log.warn({ videoId, encodingId: id }, `encoding of video ${videoId} failed: ${failure.error}`);
  }
  return waiting.some(({ isForNobody }) => !isForNobody);
}
