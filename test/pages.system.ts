import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '@campus/testing';
import { expectAccessible, type PageOptions, useBrowser, useFirefox } from '@campus/testing/browser';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type Demo, type DemoService, startDemo } from './support/start-demo.ts';

const looks: Record<string, PageOptions> = {
  'in English, light': {},
  'in French, dark': { language: 'fr', colourScheme: 'dark' },
  'in French, on a phone': { language: 'fr', viewport: { width: 390, height: 780 } },
};

/** What a page may weigh on the wire, without pictures and player. */
const mostBytes = 60 * 1024;
const ofPlayer = /\/(hls\.mjs|(video|player)[\w.-]*\.(js|css))$/;

let demo: Demo;

beforeAll(async () => {
  demo = await startDemo();
  // As long as records come and go, a page is not the same when it is looked at again.
  await eventually(async () => expect(await isSettled()).toBe(true), {
    intervalMs: 1000,
  });
});
afterAll(async () => {
  await demo.killGroup('SIGINT');
  await demo.removeData();
});

async function isSettled(): Promise<boolean> {
  const { url, token } = demo.video;
  const answer = await fetch(`${url}/rest/videos/?encoding_in_progress=true`, {
    headers: { Authorization: `Token ${token}` },
  });
  const all = await fetch(`${url}/rest/videos/`, { headers: { Authorization: `Token ${token}` } });
  const [atWork, videos] = [await answer.json(), await all.json()] as { count: number }[];
  return atWork?.count === 0 && videos?.count === 10;
}

describe.each([
  {
    name: 'the signing service',
    of: () => demo.signing,
    signIn: '/console/account/login/',
    from: ['/console/'],
    // Swagger UI and files are no pages of ours.
    leavesOut: /^\/(api|public)\/|\/(signed-)?pdfs?(\/|$)|\/(export|evidence|report)\/?$/,
  },
  {
    name: 'the video service',
    of: () => demo.video,
    signIn: '/accounts/login/',
    from: [
      '/',
      '/video/',
      '/video/0001-test-card-how-a-screen-is-adjusted/',
      '/admin/encodings/',
      '/rest/',
      '/rest/videos/',
      '/rest/videos/1/',
    ],
    // The API's pages are all made by one engine.
    leavesOut: /^\/(media|static)\/|^\/rest\/.|\.(xml|rss)$|\/api\//,
  },
])('Every page of $name', ({ of, signIn, from, leavesOut }) => {
  const browser = useBrowser(() => of().url);

  test.each(Object.keys(looks))('has no finding of axe and is small, %s', async (look) => {
    const page = await browser.newPage(looks[look]);
    await signInAsRoot(page, of(), signIn);
    const sizes = new Map<string, number>();
    const waiting = [...from];
    const seen = new Set<string>();
    for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
      if (seen.has(kindOf(address))) continue;
      seen.add(kindOf(address));
      sizes.set(address, await bytesOf(page, address));
      await expectAccessible(page);
      waiting.push(...(await linksOn(page)).filter((link) => !leavesOut.test(link)));
    }

    expect(seen.size).toBeGreaterThan(10);
    for (const [address, bytes] of sizes)
      expect({ address, isSmall: bytes <= mostBytes }).toEqual({ address, isSmall: true });
  });
});

describe('In Firefox', () => {
  const firefox = useFirefox();

  test('a person signs in, looks at the agreements and at the course of one', async () => {
    const page = await firefox.newPage();
    const { url, dataDir } = demo.signing;
    await page.goto(`${url}/console/conventions/`);
    await page.locator('input[autocomplete~="username"]').fill('root');
    await page.locator('input[type=password]').fill(await rootPassword(dataDir));
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);

    const rows = await page.$$eval('tbody tr', (all) => all.length);
    await page.goto(`${url}/console/conventions/4/`);
    const steps = await page.$$eval('main ol li', (all) => all.length);

    expect(rows).toBe(30);
    expect(steps).toBeGreaterThan(3);
  });

  test('a stranger finds a video and plays it', async () => {
    const page = await firefox.newPage();
    await page.goto(`${demo.video.url}/?q=Mandelbrot`);
    await Promise.all([page.waitForNavigation(), page.locator('main a[href^="/video/"]').click()]);

    await page.waitForSelector('video');
    await eventually(
      () =>
        page.$eval('video', (video) => {
          const player = video as unknown as { muted: boolean; currentTime: number; play(): Promise<void> };
          player.muted = true;
          void player.play().catch(() => undefined);
          return player.currentTime > 0.5;
        }),
      { intervalMs: 200, describe: 'the time of the player advances' },
    );
  });
});

async function signInAsRoot(page: Page, { dataDir }: DemoService, pathname: string): Promise<void> {
  await page.goto(pathname);
  await page.locator('input[autocomplete~="username"]').fill('root');
  const password = page.locator('input[type=password]');
  await password.fill(await rootPassword(dataDir));
  await password.press('Enter');
  await page.waitForURL((url) => url.pathname !== pathname);
}

async function rootPassword(dataDir: string): Promise<string> {
  return (await readFile(path.join(dataDir, 'first-password'), 'utf8')).trim();
}

/** Loads a page; what came over the wire of it, with its style sheets and scripts, were none of them kept. */
async function bytesOf(page: Page, address: string): Promise<number> {
  const document = await page.goto(address, { waitUntil: 'load' });
  if (document === null) throw new Error(`no answer from ${address}`);
  const loaded = await page.evaluate<{ name: string; encodedBodySize: number }[]>(
    `['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type))
      .map(({ name, encodedBodySize }) => ({ name, encodedBodySize }))`,
  );
  const own = loaded.filter(
    ({ name }) => name === document.url() || (/\.(css|m?js)$/.test(name) && !ofPlayer.test(name)),
  );
  return own.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
}

/** Paths of this site, without queries: filters of a list are the same page. */
function linksOn(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(
    `[...document.querySelectorAll('a[href]:not([download])')].map(({ href }) => new URL(href))
      .filter(({ origin }) => origin === location.origin).map(({ pathname }) => pathname)`,
  );
}

/** Pages that differ by the object alone are of one kind. */
function kindOf(address: string): string {
  return address.replace(/\/\d[\w-]*(?=\/)/g, '/…').replace(/\/[\da-f]{8}-[\da-f-]{27}/g, '/…');
}
