import { describe, expect, test } from '@jest/globals';
import { createStillness } from '../../src/ffmpeg/read-timeline.ts';

/** Pictures of 25 a second, a key frame every two seconds; those between take so many bytes. */
function isStill({
  seconds,
  keyFrame = 100_000,
  others,
  groupSeconds = 2,
}: {
  seconds: number;
  keyFrame?: number;
  others: (second: number) => number;
  groupSeconds?: number;
}): boolean {
  const stillness = createStillness();
  for (let picture = 0; picture < seconds * 25; picture += 1) {
    const isKeyFrame = picture % (groupSeconds * 25) === 0;
    const second = picture / 25;
    stillness.add({ seconds: second, bytes: isKeyFrame ? keyFrame : others(second), isKeyFrame });
  }
  return stillness.isStill();
}

describe('Pictures are still', () => {
  test.each([
    ['of a recorder with a constant bit rate', { others: () => 4000 }],
    ['of a thrifty recorder', { others: () => 200 }],
    ['with a key frame every ten seconds', { others: () => 2000, groupSeconds: 10 }],
    ['with a key frame at the beginning alone', { others: () => 1000, groupSeconds: 1e6 }],
    ['with a film of a minute among them', { others: (at: number) => (at > 60 && at < 120 ? 30_000 : 500) }],
  ])('in slides %s', (_, pictures) => {
    expect(isStill({ seconds: 900, ...pictures })).toBe(true);
  });

  test.each([
    ['that move', { seconds: 900, others: () => 20_000 }],
    ['that move in half of the time', { seconds: 900, others: (at: number) => (at < 450 ? 500 : 30_000) }],
    ['that are all key frames', { seconds: 900, others: () => 0, groupSeconds: 1 / 25 }],
    ['of less than a minute', { seconds: 30, others: () => 200 }],
  ])('but not those %s', (_, pictures) => {
    expect(isStill(pictures)).toBe(false);
  });
});
