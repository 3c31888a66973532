/** What is asked of a demo that stands, one for all: starting it, and its ten encodings, is what costs. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { demoTokens, signingTour } from '@campus/demo';
import { eventually, requireTool } from '@campus/testing';
import { expectAccessible, type PageOptions, useBrowser, useFirefox } from '@campus/testing/browser';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type Demo, type DemoService, repositoryRoot, startDemo } from './support/start-demo.ts';

const run = promisify(execFile);

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

// Last, since it changes what the demo shows.
describe('The tour of the README', () => {
  beforeAll(async () => {
    await requireTool('curl');
    await requireTool('pdfsig');
  });

  async function type(line = ''): Promise<string> {
    const command = onPortsOf(demo, line);
    const tokens = { SIGNING_TOKEN: demo.signing.token, VIDEO_TOKEN: demo.video.token };
    const env = { PATH: process.env.PATH, ...tokens };
    return (await run('/bin/sh', ['-c', command], { cwd: demo.dataDir, env })).stdout;
  }

  test('shows the commands of the signing service that the terminal shows', async () => {
    const tour = (token: string) =>
      signingTour({ serviceUrl: 'http://127.0.0.1:8081', token, agreementId: 1 });

    expect(await commandsWith('SIGNING_TOKEN')).toEqual(tour('$SIGNING_TOKEN'));
    for (const command of tour(demo.signing.token)) expect(demo.output()).toContain(onPortsOf(demo, command));
  });

  test("registers an agreement with the metadata of the guide's example", async () => {
    const [example = ''] = /(?<=```json\n).*?(?=```)/s.exec(await read('docs/signing.md')) ?? [];
    const [register] = await commandsWith('SIGNING_TOKEN', 'docs/signing.md');
    await writeFile(path.join(demo.dataDir, 'metadata.json'), example);
    const headers = { Authorization: `Bearer ${(await demoTokens(demo.signing.dataDir)).public}` };
    const sample = await fetch(`${demo.signing.url}/public/api/conventions/2/pdf`, { headers });
    await writeFile(path.join(demo.dataDir, 'agreement.pdf'), Buffer.from(await sample.arrayBuffer()));

    expect(JSON.parse(await type(register))).toMatchObject({
      state: 'draft',
      title: JSON.parse(example).title,
    });
  });

  test("sends the drafts that the guide's example of an operation lists", async () => {
    const commands = await commandsWith('SIGNING_TOKEN', 'docs/signing.md');
    const begin = commands.find((line) => line.includes('/api/operations')) ?? '';
    const [, list = ''] = /"list": "([^"]+)"/.exec(begin) ?? [];
    const headers = { Authorization: `Bearer ${(await demoTokens(demo.signing.dataDir)).management}` };
    const answer = await fetch(`${demo.signing.url}${list}`, { headers });
    const { results: drafts } = (await answer.json()) as { results: object[] };

    const operation = JSON.parse(await type(begin));

    expect(operation).toMatchObject({ action: 'send', total: drafts.length });
    expect(operation.total).toBeGreaterThan(0);
  });

  test('typed as printed, sends an agreement, sees it signed and downloads a PDF whose signatures pdfsig accepts', async () => {
    const [send, watch, download] = await commandsWith('SIGNING_TOKEN');

    expect(JSON.parse(await type(send))).toMatchObject({ state: 'signing' });
    await eventually(async () => expect(JSON.parse(await type(watch))).toMatchObject({ state: 'signed' }), {
      intervalMs: 500,
    });
    await type(download);

    const { stdout } = await run('pdfsig', ['-nocert', path.join(demo.dataDir, 'signed.pdf')]);
    const valid = stdout.match(/Signature Validation: Signature is Valid\./g) ?? [];
    const all = stdout.match(/^Signature #\d+:/gm) ?? [];
    expect(all.length).toBeGreaterThan(0);
    expect(valid).toHaveLength(all.length);
    expect(stdout.trimEnd().split('\n').at(-2)).toContain('Total document signed');
  });

  test('typed as printed, encodes a video, switches a broadcaster on and exports Dublin Core', async () => {
    const [encode, watch, switchOn, exportRecords] = await commandsWith('VIDEO_TOKEN');

    expect(JSON.parse(await type(encode))).toMatchObject({ encoding_in_progress: true });
    await eventually(
      async () => {
        const playback = { hls: expect.stringContaining('.m3u8'), poster: expect.any(String) };
        expect(JSON.parse(await type(watch))).toMatchObject({ encoded: true, playback });
      },
      { intervalMs: 500 },
    );
    expect(JSON.parse(await type(switchOn))).toMatchObject({ slug: 'amphitheatre-a', status: true });
    expect(await type(exportRecords)).toContain('<dc:title>Game of life</dc:title>');
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

function read(page: string): Promise<string> {
  return readFile(path.join(repositoryRoot, page), 'utf8');
}

/** The command lines of a page that use a token, as printed. */
async function commandsWith(
  variable: 'SIGNING_TOKEN' | 'VIDEO_TOKEN',
  page = 'README.md',
): Promise<string[]> {
  const text = await read(page);
  return text.split('\n').filter((line) => line.startsWith('curl ') && line.includes(`$${variable}`));
}

/** A command line, for the ports of a demo. */
function onPortsOf({ signing, video }: Demo, line: string): string {
  return line.replaceAll('http://127.0.0.1:8081', signing.url).replaceAll('http://127.0.0.1:8082', video.url);
}
