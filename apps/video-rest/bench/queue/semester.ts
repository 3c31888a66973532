/** The start of a semester, in seconds from its first: who asks for what, and how long encoding each will take. */

export interface AskedRun {
  /** From 0. */
  owner: number;
  requestedAt: number;
  workSeconds: number;
}

/** Two weeks, in the first of which everybody comes. */
const arrivalSeconds = 7 * 24 * 3600;

/** Between two videos of one batch, as a script uploads them. */
const betweenUploadsSeconds = 40;

/** Of the number of videos of an owner: most have one, and few have most of all. */
const tail = 0.9;

/** Of the time that one takes: a recording of an hour, mostly, at three times its speed. */
const work = { medianSeconds: 1200, spread: 0.7 };

/**
 * Owners come at the times of a Poisson process, each with a batch whose size has a heavy tail (Pareto); its videos come
 * one after another, again by a Poisson process. The same numbers give the same semester.
 */
export function semester({ runs, owners, seed }: { runs: number; owners: number; seed: number }): AskedRun[] {
  const random = randomNumbers(seed);
  const exponential = (mean: number) => -Math.log(1 - random()) * mean;
  const asked: AskedRun[] = [];
  let arrival = 0;
  for (const [owner, size] of batchSizes({ runs, owners, random }).entries()) {
    arrival += exponential(arrivalSeconds / owners);
    let requestedAt = arrival;
    for (let nth = 0; nth < size; nth += 1) {
      asked.push({
        owner,
        requestedAt,
        workSeconds: work.medianSeconds * Math.exp(work.spread * normal(random)),
      });
      requestedAt += exponential(betweenUploadsSeconds);
    }
  }
  return asked.toSorted((one, other) => one.requestedAt - other.requestedAt);
}

function batchSizes({
  runs,
  owners,
  random,
}: {
  runs: number;
  owners: number;
  random: () => number;
}): number[] {
  const shares = Array.from({ length: owners }, () => (1 - random()) ** (-1 / tail));
  const sum = shares.reduce((all, share) => all + share, 0);
  // Each has one: what is left is shared out.
  const sizes = shares.map((share) => 1 + Math.floor(((share - 1) / (sum - owners)) * (runs - owners)));
  const largest = shares.indexOf(Math.max(...shares));
  sizes[largest] = (sizes[largest] ?? 0) + runs - sizes.reduce((all, size) => all + size, 0);
  return sizes;
}

/** Box and Muller. */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** From 0 to below 1, the same for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
