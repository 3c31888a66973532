import { createHash } from 'node:crypto';

/** Draws that follow from a seed and a name alone, in whatever order things happen beside each other. */
export interface Chance {
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  /** True in so many of a hundred draws. */
  percent(count: number): boolean;
  pick<T>(list: readonly [T, ...T[]]): T;
  /** The list in another order. */
  shuffled<T>(list: readonly T[]): T[];
  /** Draws of its own, for what is called so. */
  of(name: string): Chance;
}

/** @param seed  any text; the same gives the same draws */
export function chanceOf(seed: string): Chance {
  let drawn = 0;
  /** From 0 to 1, without 1. */
  const draw = () => {
    const digest = createHash('sha256').update(`${seed} ${drawn++}`).digest();
    return digest.readUInt32BE() / 2 ** 32;
  };
  const between = (low: number, high: number) => low + Math.floor(draw() * (high - low + 1));
  return {
    between,
    percent: (count) => draw() * 100 < count,
    pick: (list) => list[between(0, list.length - 1)] ?? list[0],
    shuffled: (list) =>
      list
        .map((item) => ({ item, at: draw() }))
        .sort((a, b) => a.at - b.at)
        .map(({ item }) => item),
    of: (name) => chanceOf(`${seed}/${name}`),
  };
}
