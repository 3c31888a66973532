import { eventually } from '../eventually.ts';
import { faultOf, isDone, type Told } from './ask.ts';
import type { Hit } from './fault.ts';
import type { Faults } from './faults-of.ts';
import { type WantName, wants } from './wants.ts';

/** What is asked of a service, while one call after the other fails. */
export interface Scenario<Given> {
  given(): Promise<Given>;
  /** Asks, up to the first answer that says that it was not done. */
  asked(given: Given): Promise<Told[]>;
  /** @returns what is wrong, once nothing fails any more */
  check(given: Given, told: Told[]): Promise<string[]>;
}

/** A run of a scenario in which something failed. */
export interface Failed {
  /** Which call of how many, and where. */
  label: string;
  hits: Hit[];
}

/**
 * Runs a scenario again and again, with the first call failing, then the second, until none is left to fail. When each
 * is over, the same is asked once more without a fault, and must be done.
 *
 * @param options.before  what is done behind `given`, before anything fails
 * @param options.after  looks what every run has left; @returns what is wrong
 * @returns what was wrong, each with the call that had failed
 */
export async function walkFaults<Given>(
  faults: Faults,
  name: WantName,
  scenario: Scenario<Given>,
  { before, after }: { before: () => Promise<unknown>; after: (failed: Failed) => Promise<string[]> },
): Promise<string[]> {
  const wrong: string[] = [];
  for (let nth = 1; ; nth += 1) {
    // A database that did not answer is asked for by the service from time to time, and counts as away until then.
    const given = await eventually(() => scenario.given(), { describe: 'the service answers again' });
    await before();
    await faults.begin({ ...wants[name], nth });
    const told = await scenario.asked(given);
    const { hits } = await faults.end();
    const [first] = hits;
    const label = first
      ? `${name}, ${nth}: ${first.syscall} ${first.of} ${first.at.slice(0, 3).join(' ')}`
      : name;
    const found = told.flatMap((answer) => faultOf(answer) ?? []);
    found.push(...(await scenario.check(given, told)));
    if (first !== undefined || told.every(isDone)) {
      const again = await scenario.asked(given);
      found.push(
        ...again
          .filter((answer) => !isDone(answer))
          .map(
            (answer) => `asked again, ${faultOf(answer) ?? `${answer.asked} was answered ${answer.status}`}`,
          ),
      );
      found.push(...(await scenario.check(given, again)));
    }
    found.push(...(await after({ label, hits })));
    wrong.push(...found.map((what) => `${label}: ${what}`));
    if (first === undefined) return wrong;
  }
}
