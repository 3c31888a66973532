import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { type Scenario, type WantName, walkFaults, wants } from '@campus/testing/faults';
import { beforeAll, expect, test } from '@jest/globals';
import { faultScenarios } from '../support/fault-scenarios.ts';
import { useFaultyService } from '../support/faulty-service.ts';

const service = useFaultyService();
let scenarios: Awaited<ReturnType<typeof faultScenarios>>;
beforeAll(async () => {
  scenarios = await faultScenarios(service);
});

const all = Object.keys(wants) as WantName[];
const passing = all.filter((want) => !want.endsWith('from then on'));

const asksFor = (want: WantName, call: string) => (wants[want].calls as string[]).includes(call);

/** What is asked for, and what may be wanting meanwhile. */
const walked: Record<keyof typeof scenarios, WantName[]> = {
  'a registration': all,
  'a large registration': all,
  'a deposit': all,
  'a large deposit': all,
  'a signature': passing,
  'the document of a call': passing,
  dates: passing,
  'an evidence package': passing,
  'changes and lists': all,
  pages: passing,
  'a sign-in': passing,
};

/** Uploads whose name could not be taken away: they stay for a minute, and no others. */
const mayLeave = new Set<string>();
const uploads = async () => readdir(path.join(service.dataDir, 'uploads'));

const cases = Object.entries(walked).flatMap(([name, names]) => names.map((want) => [want, name] as const));

test.each(cases)(
  'Given %s at any call, When somebody asks for %s, Then it is done, or answered 503 or 507',
  async (want, name) => {
    const wrong = await walkFaults(
      service.faults,
      want,
      scenarios[name as keyof typeof scenarios] as Scenario<unknown>,
      {
        // What is connected needs no new connection.
        before: async () => asksFor(want, 'connect') && service.cutDatabase(),
        async after({ hits }) {
          for (const { call, of } of hits) if (call === 'unlink') mayLeave.add(path.basename(of));
          const left = (await uploads()).filter((file) => !mayLeave.has(file) && !file.startsWith('check-'));
          return left.map((file) => `${file} is left`);
        },
      },
    );

    expect(wrong).toEqual([]);
    expect(service.child.exitCode).toBeNull();
  },
);
