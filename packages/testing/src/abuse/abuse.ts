/** How often each thing came back: a status, or the name of an error. */
export type Tally = Record<string, number>;

/**
 * Does the same again and again, so many at once, until it is stopped.
 *
 * @param work  one request, with the number of its turn; gives what is counted
 * @returns ends it, waits for what is under way, and gives the count
 */
export function abuse(
  work: (turn: number) => Promise<number | string>,
  { atOnce }: { atOnce: number },
): () => Promise<Tally> {
  const tally: Tally = {};
  let goesOn = true;
  let turn = 0;

  async function repeat(): Promise<void> {
    while (goesOn) {
      turn += 1;
      const outcome = await work(turn).catch((error: unknown) =>
        error instanceof Error ? error.name : 'error',
      );
      tally[outcome] = (tally[outcome] ?? 0) + 1;
      // What fails at once must not keep this process from its other work.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  const loops = Array.from({ length: atOnce }, repeat);
  return async () => {
    goesOn = false;
    await Promise.all(loops);
    return tally;
  };
}
