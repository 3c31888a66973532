import type { UploadLocks } from '../data/upload-locks.ts';
import { UploadStop } from './upload-error.ts';

/**
 * Does work on an upload that nobody else works on meanwhile, in any process.
 *
 * @param work  told by the signal that another request asks for the upload: time to end
 * @param options.isPatient  it comes to the same whoever does it first: nobody who waits for it is overtaken
 * @throws UploadStop  `taken_over`
 */
export async function whileHolding<Result>(
  locks: UploadLocks,
  id: string,
  work: (signal: AbortSignal) => Promise<Result>,
  { isPatient = false }: { isPatient?: boolean } = {},
): Promise<Result> {
  const wanted = new AbortController();
  const release = await locks.take(id, () => wanted.abort(), { isPatient });
  if (release === undefined) throw new UploadStop('taken_over');
  try {
    return await work(wanted.signal);
  } finally {
    await release();
  }
}
