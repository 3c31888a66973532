import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';

/**
 * Waits until a check holds, and returns what it gave. It holds when it throws nothing (an `expect` that passes
 * gives nothing) and gives neither `null` nor `false`.
 *
 *     await eventually(() => states().includes('signed'), { describe: 'the agreement is signed', seen: states });
 *
 * The deadline is far away: it is met by what never comes, and not by a busy machine.
 *
 * A check that throws (a failed `expect` too) does not hold yet; at the deadline its error is the cause.
 *
 * @throws Error at the deadline, with what was waited for and what was seen instead
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  options: {
    timeoutMs?: number;
    /** When absent: soon at first, then less and less often, so that looking does not keep the machine busy. */
    intervalMs?: number;
    /** What is waited for, as a statement. */
    describe?: string;
    /** What there is instead, asked only at the deadline. */
    seen?: () => unknown;
  } = {},
): Promise<Exclude<T, null | false>> {
  const { timeoutMs = 120_000, intervalMs, describe = 'the condition holds', seen } = options;
  const startedAt = performance.now();
  const deadline = startedAt + timeoutMs;
  for (;;) {
    const outcome = await attempt(check);
    if ('value' in outcome && holds(outcome.value)) return outcome.value;
    if (performance.now() >= deadline) {
      const error = 'error' in outcome ? outcome.error : undefined;
      const instead = seen ? await seen() : (error ?? ('value' in outcome ? outcome.value : undefined));
      const shown = instead instanceof Error ? instead.message : inspect(instead, { depth: 5 });
      throw new Error(`Waited ${timeoutMs} ms until ${describe}; seen instead: ${shown}`, { cause: error });
    }
    await sleep(intervalMs ?? nextIntervalMs(performance.now() - startedAt));
  }
}

function nextIntervalMs(waitedMs: number): number {
  return Math.min(Math.max(20, waitedMs / 10), 250);
}

async function attempt<T>(check: () => T | Promise<T>): Promise<{ value: T } | { error: unknown }> {
  try {
    return { value: await check() };
  } catch (error) {
    return { error: error ?? new Error('the check threw nothing') };
  }
}

function holds<T>(value: T): value is Exclude<T, null | false> {
  return value !== null && value !== false;
}
