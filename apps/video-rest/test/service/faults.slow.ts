import { eventually } from '@campus/testing';
import { type Scenario, type WantName, walkFaults, wants } from '@campus/testing/faults';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { faultScenarios } from '../support/fault-scenarios.ts';
import { useFaultyService } from '../support/faulty-service.ts';
import { compareMedia } from '../support/media-books.ts';

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
  'an upload': all,
  'an upload in pieces': all,
  'another source': all,
  'the end of a video': all,
  'a document': all,
  subtitles: all,
  'an image': all,
  playing: passing,
  pages: passing,
  'an encoding': passing,
};

/** What no row refers to, with the call whose failure has left it. */
const leftBy = new Map<string, string>();

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
        async after({ label }) {
          const { missing, extra } = await compareMedia(service);
          for (const file of extra) if (!leftBy.has(file)) leftBy.set(file, `${name}: ${label}`);
          return missing.map((file) => `${file} is missing`);
        },
      },
    );

    expect(wrong).toEqual([]);
    expect(service.child.exitCode).toBeNull();
  },
);

afterAll(async () => {
  await eventually(async () => {
    const { extra } = await compareMedia(service);
    expect(extra.map((file) => `${file}, left by ${leftBy.get(file)}`)).toEqual([]);
  });
});
