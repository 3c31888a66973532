import { describe, expect, test } from '@jest/globals';
import { encodedFrameRate, parseFrameRate, settleFrameRate } from '../../src/ffmpeg/probe-result.ts';

function encodedAt(nominal: string, average: string): string {
  const { frameRate, isVariable } = settleFrameRate(parseFrameRate(nominal), parseFrameRate(average));
  const { numerator, denominator } = encodedFrameRate({ frameRate, isVariableFrameRate: isVariable });
  return `${numerator}/${denominator}`;
}

describe('The constant rate that a source is encoded at', () => {
  test.each([
    ['a film', '24000/1001', '24000/1001', '24000/1001'],
    ['television', '25/1', '25/1', '25/1'],
    ['the same, its last frame counted differently', '30/1', '359/12', '30/1'],
    ['fields counted as frames', '50/1', '25/1', '25/1'],
    ['60000/1001', '60000/1001', '60000/1001', '60000/1001'],
    ['slow motion at an exact part', '240/1', '240/1', '240/4'],
    ['100 at half', '100/1', '100/1', '100/2'],
    ['slides', '1/1', '1/1', '1/1'],
    ['a phone whose rate varies', '30/1', '430/27', '30/1'],
    ['a browser that counts milliseconds', '1000/1', '123/10', '30/1'],
    ['the same at a high rate', '1000/1', '481/10', '60/1'],
    ['nothing known', '0/0', '0/0', '25/1'],
  ])('of %s: %s (%s on average) becomes %s', (_name, nominal, average, encoded) => {
    expect(encodedAt(nominal, average)).toBe(encoded);
  });
});
