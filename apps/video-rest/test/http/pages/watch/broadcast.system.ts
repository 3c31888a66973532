import { eventually, type RecordingServer, startRecordingServer } from '@campus/testing';
import { expectAccessible, type PageOptions, useBrowser } from '@campus/testing/browser';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { givenEncodedVideo } from '../../../support/encode-videos.ts';
import { givenBroadcaster } from '../../../support/given-records.ts';
import { useService } from '../../../support/service.ts';

const service = useService({ encodeConcurrency: 1 });
const browser = useBrowser(() => service.url);

/** The server of an institution that streams: what it sends is a recording, of sixty seconds. */
let streaming: RecordingServer;
let stream: string;
let isThere = true;

beforeAll(async () => {
  const { playback } = await givenEncodedVideo(service, { clip: 'slides' });
  const folder = new URL('.', String(playback.hls)).href;
  streaming = await startRecordingServer(async ({ url, headers }, response) => {
    const range = headers.range === undefined ? {} : { Range: headers.range };
    const answer = await fetch(new URL(url.slice(1), folder), { headers: range });
    response.statusCode = isThere ? answer.status : 404;
    for (const name of ['content-type', 'content-range'])
      response.setHeader(name, answer.headers.get(name) ?? '');
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  stream = `${streaming.url}/master.m3u8`;
});
afterAll(() => streaming?.stop());

const timeOf = (page: Page) =>
  page.locator('video').evaluate(({ currentTime }: { currentTime: number }) => currentTime);

test.each<[string, string, string, string, PageOptions]>([
  ['a desk', 'Not on air.', 'On air.', 'On air', {}],
  [
    'a phone',
    'Pas de direct en ce moment.',
    'En direct.',
    'En direct',
    { language: 'fr', colourScheme: 'dark', viewport: { width: 390, height: 780 } },
  ],
])(
  'On %s, a page waits for its broadcaster, begins by itself when it is switched on, and says when it is off again',
  async (_where, notOnAir, onAir, listed, options) => {
    const { id, slug } = await givenBroadcaster(service.db);
    await service.db.prisma.broadcaster.update({
      where: { id },
      data: { streamUrl: `${stream}?${slug}` },
    });
    const turn = (status: boolean) =>
      service.staff.client.patch(`/rest/broadcasters/${slug}/`).send({ status }).expect(200);
    const page = await browser.newPage({ ...options, otherOrigins: [streaming.url] });
    await page.addInitScript("localStorage.rate ??= '2'");
    await page.goto(`/live/${slug}/`);
    await page.getByRole('status').filter({ hasText: notOnAir }).waitFor();
    await expectAccessible(page);

    await turn(true);

    await page.getByRole('status').filter({ hasText: onAir }).waitFor();
    await eventually(async () => expect(await timeOf(page)).toBeGreaterThan(0.5));
    await expectAccessible(page);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    // What is live is not there faster than it is said.
    await page.locator('video').press('>');
    expect(
      await page.locator('video').evaluate((video: { playbackRate: number }) => video.playbackRate),
    ).toBe(1);
    expect(await page.locator('.vjs-playback-rate:visible').count()).toBe(0);
    expect(await page.evaluate('localStorage.rate')).toBe('2');
    const other = await page.context().newPage();
    await other.goto('/');
    await other.getByRole('heading', { name: listed }).waitFor();
    await expectAccessible(other);
    await other.getByRole('link', { name: slug }).waitFor();
    await turn(false);
    await page.getByRole('status').filter({ hasText: notOnAir }).waitFor();
    await other.reload();
    expect(await other.getByRole('link', { name: slug }).count()).toBe(0);
  },
);

test.each([
  ['en', 'The stream cannot be reached.'],
  ['fr', 'Le flux est injoignable.'],
] as const)(
  'A stream that cannot be reached is told of, and plays without a click once it can (%s)',
  async (language, unreached) => {
    isThere = false;
    const { id, slug } = await givenBroadcaster(service.db);
    await service.db.prisma.broadcaster.update({
      where: { id },
      data: { streamUrl: `${stream}?${slug}`, status: true },
    });
    const page = await browser.newPage({
      language,
      otherOrigins: [streaming.url],
      expectedProblems: [/404.*master\.m3u8/],
    });
    const refused = page.waitForResponse((response) => response.url().startsWith(stream));
    await page.goto(`/live/${slug}/`);
    expect((await refused).status()).toBe(404);
    const told = page.getByRole('status').filter({ hasText: unreached });
    await told.waitFor();
    await expectAccessible(page);

    isThere = true;

    await eventually(async () => expect(await timeOf(page)).toBeGreaterThan(0.5));
    expect(await told.count()).toBe(0);
  },
);
