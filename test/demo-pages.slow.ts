/** Every page of a demo whose records have settled, as different people look at it. */
import { expectAccessible, type PageOptions, useBrowser } from '@campus/testing/browser';
import { afterAll, beforeAll, describe, test } from '@jest/globals';
import { demoPages, expectSmall, visitEveryPage } from './support/demo-pages.ts';
import { type Demo, startDemo } from './support/start-demo.ts';
import { settle } from './support/visit-demo.ts';

const looks: Record<string, PageOptions> = {
  'in English, light': {},
  'in French, dark': { language: 'fr', colourScheme: 'dark' },
  'in French, on a phone': { language: 'fr', viewport: { width: 390, height: 780 } },
};

let demo: Demo;

beforeAll(async () => {
  demo = await startDemo();
  await settle(demo);
});
afterAll(async () => {
  await demo.killGroup('SIGINT');
  await demo.removeData();
});

describe.each(demoPages)('Every page of $name', (pages) => {
  const browser = useBrowser(() => pages.of(demo).url);

  test.each(Object.keys(looks))('has no finding of axe and is small, %s', async (look) => {
    const page = await browser.newPage(looks[look]);

    expectSmall(await visitEveryPage(page, demo, pages, expectAccessible));
  });
});
