import { setTimeout } from 'node:timers/promises';

/** Half a second, then twice as long each time: the institution's service may just be restarting. */
const pausesMs = [500, 1000, 2000, 4000];

/**
 * Tries again while the failure may pass by itself. Only for calls that may arrive twice: those of the contract
 * may, since the same PDF or the same date again changes nothing.
 *
 * @param mayPass  tells a passing failure from one that will be the same next time
 */
export async function withRetries<T>(
  call: () => Promise<T>,
  { mayPass, signal }: { mayPass: (error: unknown) => boolean; signal: AbortSignal },
): Promise<T> {
  for (const pauseMs of pausesMs) {
    try {
      return await call();
    } catch (error) {
      signal.throwIfAborted();
      if (!mayPass(error)) throw error;
      await setTimeout(pauseMs, undefined, { signal });
    }
  }
  return call();
}
