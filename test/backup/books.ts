import { setTimeout as sleep } from 'node:timers/promises';

/** What somebody did to a thing in a service: when they began to ask for it, and when they were told that it is done. */
interface Step {
  begunAt: number;
  toldAt: number;
}

/** Something that clients have made, and what they did to it, one step after the other. */
export interface Entry {
  readonly name: string;
  readonly steps: Step[];
}

/** What is seen of an entry in a service: after which steps it looks so, and what is missing of it. */
export interface Sight {
  after: readonly number[];
  flaws: readonly string[];
}

/** What the clients of a service keep beside it. Times are those of this machine's clock, in ms. */
export class Books {
  readonly entries = new Map<string, Entry>();

  open(name: string): Entry {
    const entry = { name, steps: [] };
    this.entries.set(name, entry);
    return entry;
  }

  /** Does something to it. @throws what `act` throws: then it may have been done, and nobody was told */
  async step<Result>({ steps }: Entry, act: () => Promise<Result>): Promise<Result> {
    const step = { begunAt: Date.now(), toldAt: Number.POSITIVE_INFINITY };
    steps.push(step);
    const result = await act();
    step.toldAt = Date.now();
    return result;
  }

  /** Those to which so many things were done, and told, before then. */
  done(steps: number, { before = Number.POSITIVE_INFINITY } = {}): Entry[] {
    return [...this.entries.values()].filter(
      (entry) => entry.steps.length === steps && entry.steps.every(({ toldAt }) => toldAt < before),
    );
  }

  /**
   * Holds what is in a restored service against the books: what was told before `from` is there, what was begun after
   * `until` is not, and whatever is there is whole.
   *
   * @param seen    all that is there, by name
   * @param absent  after which steps there is nothing to see
   * @returns each difference, as a sentence
   */
  check(
    seen: ReadonlyMap<string, Sight>,
    { from, until, absent = [0] }: { from: number; until: number; absent?: number[] },
  ): string[] {
    const wrong = [...seen.keys()]
      .filter((name) => !this.entries.has(name))
      .map((name) => `nobody has made ${name}`);
    for (const { name, steps } of this.entries.values()) {
      const { after, flaws } = seen.get(name) ?? { after: absent, flaws: [] };
      const least = steps.filter(({ toldAt }) => toldAt < from).length;
      const most = steps.filter(({ begunAt }) => begunAt <= until).length;
      if (!after.some((step) => least <= step && step <= most))
        wrong.push(
          `${name} is as after step ${after.join(' or ')}, and should be as after ${least} to ${most}`,
        );
      wrong.push(...flaws.map((flaw) => `${name}: ${flaw}`));
    }
    return wrong;
  }
}

/** What goes on for as long as the machine is there. */
export interface Loop {
  /** Ends when it is over: what fails from then on is nobody's fault. @returns what failed before */
  end(): Promise<unknown[]>;
}

/** Does one after the other, with a pause between. */
export function keepOn(act: (number: number) => Promise<unknown>): Loop {
  const failures: unknown[] = [];
  let isOver = false;
  const running = (async () => {
    for (let number = 1; !isOver; number += 1) {
      await act(number).catch((error: unknown) => {
        if (!isOver) failures.push(error);
      });
      await sleep(300);
    }
  })();
  return {
    async end() {
      isOver = true;
      await running;
      return failures;
    },
  };
}
