import { expect, test } from '@jest/globals';
import { type Hardware, hardwareNames } from '../../src/ffmpeg/encoders.ts';
import { findHardware } from '../../src/ffmpeg/find-hardware.ts';
import { testMediaTools } from '../support/clips.ts';

/** What does not work, of what was asked for, and what was found. */
async function found(choice: 'auto' | 'none' | Hardware) {
  const missing: string[] = [];
  const hardware = await findHardware(await testMediaTools(), {
    choice,
    onMissing: (name, words) => missing.push(`${name}: ${words}`),
  });
  return { hardware, missing };
}

test.each(hardwareNames)(
  '%s is used exactly where a little is encoded with it; else ffmpeg says why',
  async (name) => {
    const { hardware, missing } = await found(name);

    if (hardware === null) expect(missing).toEqual([expect.stringMatching(new RegExp(`^${name}: .`, 's'))]);
    else expect([hardware, missing]).toEqual([name, []]);
  },
);

test('Whatever works is found by itself, and nothing is said of what does not', async () => {
  const working = [];
  for (const name of hardwareNames) if ((await found(name)).hardware !== null) working.push(name);

  expect(await found('auto')).toEqual({ hardware: working[0] ?? null, missing: [] });
});

test('Nothing is tried where the processor is asked for', async () => {
  expect(await found('none')).toEqual({ hardware: null, missing: [] });
});
