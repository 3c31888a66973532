import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Demo, DemoService } from './start-demo.ts';

/** What a page may weigh on the wire, without pictures and player. */
const mostBytes = 60 * 1024;
const ofPlayer = /\/(hls\.mjs|(video|player)[\w.-]*\.(js|css))$/;

/** The pages of one service of a demo: where root signs in, where the way to all others begins, and what is none of them. */
interface DemoPages {
  name: string;
  of(demo: Demo): DemoService;
  signIn: string;
  from: readonly string[];
  leavesOut: RegExp;
}

export const demoPages: readonly DemoPages[] = [
  {
    name: 'the signing service',
    of: ({ signing }) => signing,
    signIn: '/console/account/login/',
    from: ['/console/'],
    // Swagger UI and files are no pages of ours.
    leavesOut: /^\/(api|public)\/|\/(signed-)?pdfs?(\/|$)|\/(export|evidence|report)\/?$/,
  },
  {
    name: 'the video service',
    of: ({ video }) => video,
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
];

/**
 * Follows all links as root, to one page of each kind, and looks at it. The page is one of the service's origin.
 *
 * @returns the bytes of each page
 */
export async function visitEveryPage(
  page: Page,
  demo: Demo,
  { of, signIn, from, leavesOut }: DemoPages,
  look: (page: Page) => Promise<unknown> = async () => {},
): Promise<Map<string, number>> {
  await signInAsRoot(page, of(demo), signIn);
  const sizes = new Map<string, number>();
  const waiting = [...from];
  const seen = new Set<string>();
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    if (seen.has(kindOf(address))) continue;
    seen.add(kindOf(address));
    sizes.set(address, await bytesOf(page, address));
    await look(page);
    waiting.push(...(await linksOn(page)).filter((link) => !leavesOut.test(pathOf(link))));
  }
  return sizes;
}

/** Of more than ten pages. */
export function expectSmall(sizes: Map<string, number>): void {
  expect(sizes.size).toBeGreaterThan(10);
  for (const [address, bytes] of sizes)
    expect({ address, isSmall: bytes <= mostBytes }).toEqual({ address, isSmall: true });
}

export async function rootPassword(dataDir: string): Promise<string> {
  return (await readFile(path.join(dataDir, 'first-password'), 'utf8')).trim();
}

async function signInAsRoot(page: Page, { dataDir }: DemoService, pathname: string): Promise<void> {
  await page.goto(pathname);
  await page.locator('input[autocomplete~="username"]').fill('root');
  const password = page.locator('input[type=password]');
  await password.fill(await rootPassword(dataDir));
  await password.press('Enter');
  await page.waitForURL((url) => url.pathname !== pathname);
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

/** Of this site. */
function linksOn(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(
    `[...document.querySelectorAll('a[href]:not([download])')].map(({ href }) => new URL(href))
      .filter(({ origin }) => origin === location.origin).map(({ pathname, search }) => pathname + search)`,
  );
}

function pathOf(address: string): string {
  return address.replace(/\?.*/, '');
}

/** Pages that differ by the object or the query alone, such as the filter of a list, are of one kind. */
function kindOf(address: string): string {
  return pathOf(address)
    .replace(/\/\d[\w-]*(?=\/)/g, '/…')
    .replace(/\/[\da-f]{8}-[\da-f-]{27}/g, '/…');
}
