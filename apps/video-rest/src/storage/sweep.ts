import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '@campus/service';
import type { InstanceNumber } from '../data/instance-number.ts';
import type { FolderOwner } from '../data/media-files.ts';
import { markedOwner, temporaryRoot } from './layout.ts';
import { namesIn } from './names-in.ts';

/** What a sweep works with. */
interface SweepDeps {
  mediaRoot: string;
  instance: InstanceNumber;
  tidyFolder: (owner: FolderOwner) => Promise<void>;
  log: Log;
  /** How long a process may be without its number (its connection broke) before it counts as dead. */
  graceMs: number;
  /** Ends the wait, and with it the sweep. */
  signal: AbortSignal;
}

const sweepEveryMs = 60_000;

/**
 * Sweeps at once, and then again and again: a process that died a moment ago may still count as living.
 *
 * @returns `sweep` joins one under way; `stop` ends it
 */
export function startSweeping(deps: Omit<SweepDeps, 'signal'>): {
  sweep(): Promise<void>;
  stop(): Promise<void>;
} {
  const stopping = new AbortController();
  const { signal } = stopping;
  let underWay: Promise<void> | undefined;

  function sweepOnce(): Promise<void> {
    underWay ??= sweep({ ...deps, signal }).finally(() => {
      underWay = undefined;
    });
    return underWay;
  }

  async function keepSweeping(): Promise<void> {
    while (!signal.aborted) {
      await sweepOnce().catch((error: unknown) =>
        deps.log.warn({ err: error }, 'the media folder was not swept'),
      );
      await sleep(sweepEveryMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  const sweeping = keepSweeping();
  return {
    sweep: sweepOnce,
    async stop() {
      stopping.abort();
      await Promise.allSettled([sweeping, underWay]);
    },
  };
}

/**
 * Finishes what dead processes left: tidies the folders that they were touching, removes their temporary
 * files. What a living process has is never touched. A folder that cannot be dealt with is logged and left to
 * the next sweep.
 */
async function sweep(deps: SweepDeps): Promise<void> {
  const { mediaRoot, instance, log, graceMs, signal } = deps;
  const others = (await readdir(temporaryRoot(mediaRoot)))
    .filter((name) => /^[1-9]\d{0,9}$/.test(name))
    .map(Number)
    .filter((number) => number !== instance.number);
  const quiet: number[] = [];
  for (const number of others)
    if (await instance.whileHolding(number, async () => undefined)) quiet.push(number);
  if (quiet.length === 0) return;
  await sleep(graceMs, undefined, { signal }).catch(() => undefined);
  for (const number of quiet) {
    if (signal.aborted) return;
    try {
      await instance.whileHolding(number, () => finish(deps, number));
    } catch (error) {
      log.warn({ err: error, instance: number }, 'what a dead process left cannot be removed yet');
    }
  }
}

async function finish({ mediaRoot, tidyFolder, log }: SweepDeps, number: number): Promise<void> {
  const folder = path.join(temporaryRoot(mediaRoot), String(number));
  const names = await namesIn(folder);
  const touched = names.map(markedOwner).filter((owner) => owner !== null);
  for (const owner of touched) await tidyFolder(owner);
  await rm(folder, { recursive: true, force: true });
  if (names.length > 0)
    log.info({ instance: number, touched, left: names.length }, 'removed what a dead process left');
}
