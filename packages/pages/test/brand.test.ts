import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { accentsOf, grounds } from '../src/brand/accent.ts';
import { contrast, hexOfOklch, oklchOf } from '../src/brand/colour.ts';
import { html } from '../src/html.ts';
import { createSite, frameParameters, renderPage } from '../src/index.ts';

const channel = fc.integer({ min: 0, max: 255 }).map((value) => value.toString(16).padStart(2, '0'));
const colours = fc.tuple(channel, channel, channel).map((channels) => `#${channels.join('')}`);

describe('The accent of any colour', () => {
  test('is read on every ground of both schemes, and so is what stands on it', () => {
    fc.assert(
      fc.property(colours, (colour) => {
        const accents = accentsOf(colour);
        for (const scheme of ['light', 'dark'] as const) {
          const { accent, onAccent, soft } = accents[scheme];
          for (const near of [onAccent, soft, grounds[scheme].sheet, grounds[scheme].ground])
            expect(contrast(accent, near)).toBeGreaterThanOrEqual(4.5);
        }
      }),
    );
  });

  test('is the colour itself where that is read well', () => {
    expect(accentsOf('#0b57a4').light.accent).toBe('#0b57a4');
    expect(accentsOf('#7db8f5').dark.accent).toBe('#7db8f5');
  });

  test('keeps its hue: a yellow becomes a darker yellow, no grey and no blue', () => {
    const { hue, chroma } = oklchOf(accentsOf('#ffd500').light.accent);

    expect(Math.abs(hue - oklchOf('#ffd500').hue)).toBeLessThan(6);
    expect(chroma).toBeGreaterThan(0.08);
  });
});

test('Contrast is that of WCAG, and a colour comes back from OKLCH as it went', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  for (const colour of ['#0b57a4', '#808080', '#12a03c']) expect(hexOfOklch(oklchOf(colour))).toBe(colour);
});

describe('What an institution configures', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'logo-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const fileWith = async (content: string | Buffer) => {
    const file = path.join(folder, 'logo');
    await writeFile(file, content);
    return file;
  };
  const { brandColour, brandLogo } = frameParameters;

  test.each(['blue', '#12345', '#12345g', 'rgb(0 0 0)', ''])('refuses %j as a colour', (given) => {
    expect(() => brandColour.parse(given)).toThrow('six hexadecimal digits, such as #0b57a4');
  });

  test.each([
    ['text', 'hello', 'must be an SVG file with a viewBox, or a PNG file'],
    ['an SVG without a size', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'with a viewBox'],
    ['what is too large', 'x'.repeat(100_001), 'at most 100000 bytes'],
  ])('refuses %s as a logo', async (_what, content, message) => {
    const file = await fileWith(content);

    expect(() => brandLogo.parse(file)).toThrow(message);
  });

  test('refuses a logo that is not there', () => {
    expect(() => brandLogo.parse(path.join(folder, 'none.svg'))).toThrow('can be read (ENOENT)');
  });

  test('stands in the header of a page: logo in its proportions, name, and colour in the style sheet', async () => {
    const file = await fileWith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40"></svg>');
    const site = createSite({
      name: { en: 'Videos', fr: 'Vidéos' },
      brand: {
        brandName: 'University of <Exempla>',
        brandColour: '#8a1538',
        brandLogo: brandLogo.parse(file),
      },
      home: '/',
      timeZone: 'UTC',
      links: { legal: undefined, accessibility: undefined },
      assetsPath: '/static',
      files: {},
    });

    const frame = {
      site,
      language: 'en',
      navigation: [],
      path: '/',
      account: html``,
      isDense: false,
    } as const;
    const text = renderPage(frame, { title: 'Page', main: html`` });

    expect(text).toContain(`<img src="${site.asset('logo.svg')}" alt="" height="32" width="96">`);
    expect(text).toContain('<span class="brand">University of &lt;Exempla&gt;</span> Videos');
  });
});
