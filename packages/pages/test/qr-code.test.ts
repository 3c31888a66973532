import { expect, test } from '@jest/globals';
import { qrCode } from '../src/index.ts';

/** Which modules the path of a QR code makes dark. */
function darkModules(markup: string): (x: number, y: number) => boolean {
  const dark = new Set<string>();
  for (const [, x, y, length] of markup.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g))
    for (let step = 0; step < Number(length); step += 1) dark.add(`${Number(x) + step} ${y}`);
  return (x, y) => dark.has(`${x} ${y}`);
}

test('A QR code has its three finder patterns, with four modules of quiet ground around it', () => {
  const markup = qrCode('https://example.org/video/7/?start=90', { label: 'This video' }).toString();
  const modules = Number(/viewBox="0 0 (\d+) \1"/.exec(markup)?.[1]);
  const isDark = darkModules(markup);
  const finder = (left: number, top: number) =>
    [0, 1, 2, 3, 4, 5, 6].map((step) => (isDark(left + step, top + 3) ? '#' : ' ')).join('');

  const far = modules - 4 - 7;
  for (const [left, top] of [
    [4, 4],
    [far, 4],
    [4, far],
  ] as const)
    expect(finder(left, top)).toBe('# ### #');
  expect(finder(far, far)).not.toBe('# ### #');
  for (let place = 0; place < modules; place += 1)
    for (const edge of [0, 3, modules - 4, modules - 1])
      expect([isDark(place, edge), isDark(edge, place)]).toEqual([false, false]);
});

test('A QR code is an image with a name, and needs no style that the content policy would refuse', () => {
  const markup = qrCode('otpauth://totp/a', { label: 'Key of "ada"' }).toString();
  expect(markup).toContain('role="img" aria-label="Key of &quot;ada&quot;"');
  expect(markup).not.toContain('style');
});

test('What a QR code holds is never markup', () => {
  expect(qrCode('<script>', { label: '<b>' }).toString()).not.toMatch(/<script>|<b>/);
});
