import { setTimeout as sleep } from 'node:timers/promises';
import { hint } from './hint.ts';
import type { Institution } from './institution.ts';
import { doneSteps, type Happening, happenings, isEnded, type Seen, steps } from './progress.ts';
import type { ReceivedCall } from './watch-calls.ts';

const pollMs = 200;
/** After so long without news the hint is shown, while the check goes on. */
const quietMs = 30_000;

/**
 * Tells what comes back until all is there, nothing more can come, or the time is up.
 *
 * @param options.id       the agreement that was sent for signature
 * @param options.calls    what the signing application asked so far; grows meanwhile
 * @param options.baseUrl  where the signing application reaches the public API
 * @returns whether every step was seen
 */
export async function follow(options: {
  institution: Institution;
  id: number;
  calls: ReadonlyMap<string, ReceivedCall>;
  baseUrl: string;
  timeoutSeconds: number;
  signal: AbortSignal;
  say: (line: string) => void;
}): Promise<boolean> {
  const { institution, id, calls, baseUrl, timeoutSeconds, signal, say } = options;
  const deadline = performance.now() + timeoutSeconds * 1000;
  const told = new Set<string>();
  const pages = new Map<number, number>();
  let newsAt = performance.now();
  for (;;) {
    const record = await institution.read(id);
    const version = Math.max(0, ...record.deposits.map((deposit) => deposit.version));
    if (version > 0 && !pages.has(version)) pages.set(version, await institution.countPages(id, version));
    const seen: Seen = { record, calls: [...calls.values()], pages: pages.get(version) };

    for (const line of happenings(seen).map(show)) {
      if (told.has(line)) continue;
      told.add(line);
      newsAt = performance.now();
      say(line);
    }
    const advice = hint(seen, baseUrl);
    if (advice === null) {
      say('\nYour application passed: every step was seen.');
      return true;
    }
    const isOver = performance.now() >= deadline;
    if (isOver || isEnded(record)) {
      const done = doneSteps(seen);
      const missing = steps.filter((step) => !done.has(step)).join(', ');
      say(
        `\nNot passed${isOver ? ` within ${timeoutSeconds} s` : ''}; missing: ${missing}.\nHint: ${advice}`,
      );
      return false;
    }
    if (performance.now() - newsAt > quietMs && !told.has(advice)) {
      told.add(advice);
      say(`   nothing new for ${quietMs / 1000} s. Hint: ${advice}`);
    }
    await sleep(pollMs, undefined, { signal });
  }
}

function show({ step, isGood, text }: Happening): string {
  if (step !== undefined) return `✓ ${step.padEnd(9)}  ${text}`;
  return `  ${isGood ? '·' : '✗'} ${text}`;
}
