import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Asks one replica after the other until one answers, as a client or a balancer in front of them does. One that is
 * gone, or goes in the middle of the request, gives no answer and is asked again later: so `ask` must be safe to
 * repeat. Any answer counts, an error of the server too.
 *
 * @param urls  of those that are up at this moment, in the order to ask
 * @param ask   rejects when no answer comes
 * @throws Error with the last reason as its cause, after `patienceMs` without an answer
 */
export async function firstToAnswer<Answer>(
  urls: () => readonly string[],
  ask: (url: string) => Promise<Answer>,
  { patienceMs = 60_000 }: { patienceMs?: number } = {},
): Promise<Answer> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    let cause: unknown;
    for (const url of urls()) {
      try {
        return await ask(url);
      } catch (reason) {
        cause = reason;
      }
    }
    if (performance.now() > deadline) throw new Error(`no replica answered for ${patienceMs} ms`, { cause });
    await sleep(50);
  }
}
