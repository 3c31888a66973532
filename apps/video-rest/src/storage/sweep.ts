import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { keepDoing } from '@campus/feed';
import type { Log } from '@campus/service';
import type { InstanceNumber } from '../data/instance-number.ts';
import type { FolderOwner } from '../data/media-files.ts';
import { checkFile, markedOwner, temporaryRoot } from './layout.ts';
import { namesIn } from './tidy-folder.ts';

/** Where processes leave what they were at when they died. */
export interface Sweepable {
  /** The numbers of those that have something there, dead or living. */
  processes(): Promise<number[]>;
  /** Finishes what a dead one left. */
  finish(process: number): Promise<void>;
  /** Removes what was given up and could not be removed until now. */
  removeRest?(signal: AbortSignal): Promise<void>;
}

/** What a sweep works with. */
interface SweepDeps {
  places: readonly Sweepable[];
  instance: InstanceNumber;
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

  const stopSweeping = keepDoing(sweepOnce, {
    ...{ everyMs: sweepEveryMs, isAtOnce: true },
    onError: (error) => deps.log.warn({ err: error }, 'the media folder was not swept'),
  });
  return {
    sweep: sweepOnce,
    async stop() {
      stopping.abort();
      await Promise.allSettled([stopSweeping(), underWay]);
    },
  };
}

/**
 * Finishes what dead processes left: tidies the folders that they were touching, removes their temporary
 * files. What a living process has is never touched. A folder that cannot be dealt with is logged and left to
 * the next sweep.
 */
async function sweep(deps: SweepDeps): Promise<void> {
  const { places, instance, log, graceMs, signal } = deps;
  const numbers = new Set<number>();
  for (const place of places) for (const number of await place.processes()) numbers.add(number);
  numbers.delete(instance.number);
  const quiet: number[] = [];
  for (const number of numbers)
    if (await instance.whileHolding(number, async () => undefined)) quiet.push(number);
  if (quiet.length > 0) await sleep(graceMs, undefined, { signal }).catch(() => undefined);
  for (const number of quiet) {
    if (signal.aborted) return;
    try {
      await instance.whileHolding(number, async () => {
        for (const place of places) await place.finish(number);
      });
    } catch (error) {
      log.warn({ err: error, instance: number }, 'what a dead process left cannot be removed yet');
    }
  }
  for (const place of places) if (!signal.aborted) await place.removeRest?.(signal);
}

/**
 * The temporary folders below MEDIA_ROOT: they hold the files of each process, and which folders of rows it was
 * touching.
 */
export function temporaryFolders(deps: {
  mediaRoot: string;
  tidyFolder: (owner: FolderOwner) => Promise<void>;
  /** What this process itself could not remove until now. */
  removeRest: () => Promise<void>;
  log: Log;
}): Sweepable {
  return {
    async processes() {
      const names = await readdir(temporaryRoot(deps.mediaRoot));
      return names.filter((name) => /^[1-9]\d{0,9}$/.test(name)).map(Number);
    },
    finish: (process) => finishFolder(deps, process),
    removeRest: deps.removeRest,
  };
}

async function finishFolder(
  { mediaRoot, tidyFolder, log }: Omit<Parameters<typeof temporaryFolders>[0], 'removeRest'>,
  number: number,
): Promise<void> {
  const folder = path.join(temporaryRoot(mediaRoot), String(number));
  const names = await namesIn(folder);
  const touched = names.map(markedOwner).filter((owner) => owner !== null);
  for (const owner of touched) await tidyFolder(owner);
  await rm(checkFile(mediaRoot, number), { force: true });
  await rm(folder, { recursive: true, force: true });
  if (names.length > 0)
    log.info({ instance: number, touched, left: names.length }, 'removed what a dead process left');
}
