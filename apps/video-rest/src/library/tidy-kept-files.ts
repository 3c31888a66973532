import type { Jobs, Queue } from '@campus/jobs';
import type { FolderOwner } from '../data/media-files.ts';
import type { Storage } from '../storage/open-storage.ts';

/** Asks to remove what the folder of a row holds and nothing refers to any more; videos have a queue of their own. */
export const tidyKeptQueue: Queue<FolderOwner> = { name: 'tidy-kept-files', expireInSeconds: 15 * 60 };

/** Removes in this process what is asked for. */
export function startTidyingKeptFiles({ jobs, storage }: { jobs: Jobs; storage: Storage }): Promise<void> {
  return jobs.work(tidyKeptQueue, 1, (owner) => storage.tidyFolder(owner));
}
