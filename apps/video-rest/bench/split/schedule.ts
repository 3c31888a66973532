import type { PlannedTask } from '../../src/ffmpeg/split-plan.ts';

/** When things are on air, in seconds from the launch. */
export interface Schedule {
  firstSeconds: number;
  allSeconds: number;
}

/**
 * When the tasks of one run are done by so many workers that have nothing else to do: whoever is free takes up the first
 * that may be (list scheduling); those that join wait for all before them. Pure.
 *
 * @param farm.planSeconds  before there are tasks, by one worker
 * @param farm.secondsOf    how long a task takes
 */
export function schedule(
  tasks: readonly PlannedTask[],
  {
    workers,
    planSeconds,
    secondsOf,
  }: { workers: number; planSeconds: number; secondsOf: (task: PlannedTask) => number },
): Schedule {
  const freeAt = Array<number>(workers).fill(planSeconds);
  const ends: (number | undefined)[] = tasks.map(() => undefined);
  for (let taken = 0; taken < tasks.length; taken += 1) {
    const worker = freeAt.indexOf(Math.min(...freeAt));
    const now = freeAt[worker] ?? 0;
    const openAt = (nth: number) => openFrom(tasks, { nth, ends });
    const waiting = tasks.flatMap((_, nth) => (ends[nth] === undefined ? [nth] : []));
    const soonest = Math.max(now, Math.min(...waiting.map(openAt)));
    const next = waiting.find((nth) => openAt(nth) <= soonest) ?? 0;
    const end = soonest + secondsOf(tasks[next] as PlannedTask);
    freeAt[worker] = end;
    ends[next] = end;
  }
  const endOf = (kind: PlannedTask['kind']) => ends[tasks.findIndex((task) => task.kind === kind)] ?? 0;
  return { firstSeconds: endOf('first') || endOf('last'), allSeconds: endOf('last') };
}

function openFrom(
  tasks: readonly PlannedTask[],
  { nth, ends }: { nth: number; ends: readonly (number | undefined)[] },
): number {
  const { kind } = tasks[nth] as PlannedTask;
  if (kind !== 'first' && kind !== 'last') return 0;
  return Math.max(0, ...ends.slice(0, nth).map((end) => end ?? Number.POSITIVE_INFINITY));
}
