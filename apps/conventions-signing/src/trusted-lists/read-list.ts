import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { whyShortOfMeans } from '@campus/service';
import type { TrustedList } from '../trust/trusted-list.ts';

/** A list as it came, and who may have signed it (certificates as DER). */
export interface ListRequest {
  bytes: Uint8Array;
  signers: Uint8Array[];
}

export type ListVerdict = { list: TrustedList } | { problem: string };

/** What reading a list may take; the largest of the Union has some 10 MB. */
export const listLimits = {
  maxBytes: 64 * 2 ** 20,
  timeoutMs: 120_000,
  maxHeapMebibytes: 1536,
};

/**
 * Verifies and reads a list, in a thread of its own.
 *
 * @throws ListError  also when `signal` has aborted; what Node says when there is no room for a thread
 */
export async function readList(
  request: ListRequest,
  {
    signal,
    timeoutMs = listLimits.timeoutMs,
    maxHeapMebibytes = listLimits.maxHeapMebibytes,
  }: { signal: AbortSignal; timeoutMs?: number; maxHeapMebibytes?: number },
): Promise<TrustedList> {
  const worker = new Worker(new URL('./read-list-worker.ts', import.meta.url), {
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMebibytes },
  });
  try {
    const ends = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const [verdict] = (await once(worker, 'message', { signal: ends })) as [ListVerdict];
    if ('list' in verdict) return verdict.list;
    throw new ListError(verdict.problem);
  } catch (error) {
    if (error instanceof ListError || whyShortOfMeans(error) !== undefined) throw error;
    throw new ListError('takes more time or memory than any list needs', { cause: error });
  } finally {
    await worker.terminate();
  }
}

/** A trusted list cannot be used; the message follows its name, `the list of FR`. */
export class ListError extends Error {}
