import { eventually } from '@campus/testing';
import { useBrowser } from '@campus/testing/browser';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { givenEncodedVideo } from '../../../support/encode-videos.ts';
import { useService } from '../../../support/service.ts';

const service = useService({ encodeConcurrency: 1 });
const browser = useBrowser(() => service.url);

/** What a page asks for of the files of its video: each with its bytes on the wire, once they are there. */
function mediaOf(page: Page): { file: string; bytes: number }[] {
  const asked: { file: string; bytes: number }[] = [];
  page.on('request', async (request) => {
    const [, file] = /\/media\/.*\/([^/]+)$/.exec(request.url()) ?? [];
    if (file === undefined) return;
    const one = { file, bytes: 0 };
    asked.push(one);
    const sizes = await request.sizes().catch(() => undefined);
    one.bytes = (sizes?.responseBodySize ?? 0) + (sizes?.responseHeadersSize ?? 0);
  });
  return asked;
}

/** What a player in the browser has, as far as it is looked at here. */
interface Player {
  muted: boolean;
  playbackRate: number;
  currentTime: number;
  buffered: { length: number; start(index: number): number; end(index: number): number };
  play(): Promise<void>;
  pause(): void;
}

const play = (page: Page, playbackRate = 1) =>
  page.locator('video, audio').evaluate(async (media: Player, rate) => {
    media.muted = true;
    await media.play();
    media.playbackRate = rate;
  }, playbackRate);

/** Where it is, and what it holds before and after that, in seconds. */
const heldBy = (page: Page) =>
  page.locator('video').evaluate(({ currentTime, buffered }: Player) => ({
    at: currentTime,
    behind: currentTime - buffered.start(0),
    ahead: buffered.end(buffered.length - 1) - currentTime,
  }));

test.each([
  ['', 'landscape', ['master.m3u8', /^poster/]],
  ['?start=2', 'landscape', ['master.m3u8', /^poster/]],
  ['?is_iframe=true', 'landscape', ['master.m3u8', /^poster/]],
  ['', 'mp3', []],
] as const)(
  'A page that nobody has played (%s, %s) has asked for nothing of the media but picture and first list, and knows how long it is',
  async (query, name, files) => {
    const { slug } = await givenEncodedVideo(service, { clip: name });
    const page = await browser.newPage();
    const asked = mediaOf(page);

    await page.goto(`/video/${slug}/${query}`);
    await page.getByRole('button', { name: 'Keyboard' }).waitFor();
    if (name === 'landscape') await page.getByRole('button', { name: 'Quality' }).waitFor();
    await page.waitForLoadState('networkidle');

    expect(asked.map(({ file }) => file).sort()).toEqual(files.map((file) => expect.stringMatching(file)));
    const lists = asked.filter(({ file }) => file === 'master.m3u8');
    expect(lists.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(2_000);
    await eventually(async () =>
      expect(await page.locator('.vjs-duration-display').textContent()).toBe(
        name === 'mp3' ? '0:02' : '0:03',
      ),
    );
    await play(page);
    await eventually(() => asked.some(({ file }) => /\.(m4s|m4a)$/.test(file)), { seen: () => asked });
  },
);

// Its pictures stand still: its segments have 20 s, the longest there are.
test('A long video is loaded a minute ahead of where it plays, and what was played does not stay', async () => {
  const { slug } = await givenEncodedVideo(service, { clip: 'muted' });
  const page = await browser.newPage();
  await page.goto(`/video/${slug}/`);

  await play(page, 16);

  const seen: Awaited<ReturnType<typeof heldBy>>[] = [];
  await eventually(
    async () => {
      const held = await heldBy(page);
      seen.push(held);
      return held.at > 150;
    },
    { intervalMs: 100, seen: () => seen.at(-1) },
  );
  expect(Math.max(...seen.map(({ ahead }) => ahead))).toBeLessThanOrEqual(60);
  await page.locator('video').evaluate((media: Player) => media.pause());
  // It goes once the next segment has begun: a browser that is busy comes to that late.
  await eventually(async () => expect((await heldBy(page)).behind).toBeLessThanOrEqual(50));
});
