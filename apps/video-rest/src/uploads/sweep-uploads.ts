import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '@campus/service';
import { deleteExpiredUploads, deleteUpload, unfinishedAmong } from '../data/uploads.ts';
import type { UploadDeps } from './upload-deps.ts';

type SweepDeps = Pick<UploadDeps, 'db' | 'storage' | 'now'>;

const sweepEveryMs = 60_000;

/** Removes uploads whose time is over, and bytes that belong to none: the database alone decides what that is. */
export async function sweepUploads({ db, storage, now }: SweepDeps): Promise<void> {
  // Before the database is asked: what begins in between is not in there.
  const names = await storage.growing.names();
  await deleteExpiredUploads(db, now());
  const unfinished = await unfinishedAmong(db, names);
  for (const name of names) if (!unfinished.has(name)) await storage.growing.remove(name);
}

/** Sweeps at once, and again every minute. @returns what ends it */
export function startSweepingUploads(
  deps: SweepDeps & { log: Log },
  /** Lets others go of their bytes first. */
  letGo: () => Promise<void>,
): () => Promise<void> {
  const stopping = new AbortController();
  const sweeping = (async () => {
    while (!stopping.signal.aborted) {
      await letGo()
        .then(() => sweepUploads(deps))
        .catch((error: unknown) => deps.log.warn({ err: error }, 'uploads that are over were not removed'));
      await sleep(sweepEveryMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  })();
  return async () => {
    stopping.abort();
    await sweeping;
  };
}

/** Ends an upload, which is held by whoever does it (`whileHolding`); a video that it became stays. */
export async function discardUpload(
  { db, storage }: Pick<UploadDeps, 'db' | 'storage'>,
  id: string,
): Promise<void> {
  await deleteUpload(db.prisma, id);
  await storage.growing.remove(id);
}
