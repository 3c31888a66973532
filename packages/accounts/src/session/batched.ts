/**
 * Collects what is asked for at one moment, and asks once for all of it.
 *
 * @param ask  gives an answer for each key, in their order
 */
export function batched<Key, Answer>(
  ask: (keys: readonly Key[]) => Promise<readonly Answer[]>,
): (key: Key) => Promise<Answer> {
  let waiting: { key: Key; resolve: (answer: Answer) => void; reject: (error: unknown) => void }[] = [];

  async function askForAll(): Promise<void> {
    const asked = waiting;
    waiting = [];
    try {
      const answers = await ask(asked.map(({ key }) => key));
      // Each key has its answer at its own place.
      asked.forEach(({ resolve }, place) => {
        resolve(answers[place] as Answer);
      });
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(askForAll);
      waiting.push({ key, resolve, reject });
    });
}
