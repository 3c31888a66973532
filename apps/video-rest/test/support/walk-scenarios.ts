import { eventually } from '@campus/testing';
import { type Scenario, type WantName, walkFaults, wants } from '@campus/testing/faults';
import { beforeAll, expect, test } from '@jest/globals';
import { faultScenarios } from './fault-scenarios.ts';
import type { FaultyService } from './faulty-service.ts';
import { compareMedia } from './media-books.ts';

type ScenarioName = keyof Awaited<ReturnType<typeof faultScenarios>>;

const asksFor = (want: WantName, call: string) => (wants[want].calls as string[]).includes(call);

/**
 * A test for each scenario and each thing that may be wanting meanwhile, and a look at what all of them have left.
 *
 * @param walked  what is asked for, and what is wanting: for an encoding to the worker, else to the service
 */
export function walkScenarios(
  service: FaultyService,
  walked: Partial<Record<ScenarioName, WantName[]>>,
): void {
  let scenarios: Record<ScenarioName, Scenario<unknown>>;
  beforeAll(async () => {
    scenarios = (await faultScenarios(service)) as typeof scenarios;
  });

  /** What no row refers to, with the call whose failure has left it. */
  const leftBy = new Map<string, string>();
  const cases = Object.entries(walked).flatMap(([name, names]) =>
    names.map((want) => [want, name as ScenarioName] as const),
  );

  test.each(cases)(
    'Given %s at any call, When somebody asks for %s, Then it is done, or answered 503 or 507',
    async (want, name) => {
      const { faults } = name === 'an encoding' ? service.worker : service;
      const wrong = await walkFaults(faults, want, scenarios[name], {
        // What is connected needs no new connection.
        before: async () => asksFor(want, 'connect') && service.cutConnections(),
        async after({ label }) {
          const { missing, extra } = await compareMedia(service);
          for (const file of extra) if (!leftBy.has(file)) leftBy.set(file, `${name}: ${label}`);
          if (missing.length === 0) return [];
          // An upload that was answered 503 is completed behind it, and may just have moved.
          const again = await compareMedia(service);
          return missing.filter((file) => again.missing.includes(file)).map((file) => `${file} is missing`);
        },
      });

      expect(wrong).toEqual([]);
      expect([service.child.exitCode, service.worker.child.exitCode]).toEqual([null, null]);
    },
    // One run of an encoding takes seconds, and each of its calls has one.
    3_600_000,
  );

  test('Given all that failed, When the processes have looked after themselves, Then nothing of it is left', async () => {
    await eventually(async () => {
      const { extra } = await compareMedia(service);
      expect(extra.map((file) => `${file}, left by ${leftBy.get(file)}`)).toEqual([]);
    });
  });
}
