import { eventually } from '@campus/testing';
import { expectAccessible, type PageOptions, useBrowser } from '@campus/testing/browser';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { givenEncodedVideo } from '../../../support/encode-videos.ts';
import { givenFile } from '../../../support/kept-files.ts';
import { useService } from '../../../support/service.ts';

const service = useService({ encodeConcurrency: 1 });
const browser = useBrowser(() => service.url);

/** Three seconds, at 720 and 360 lines, with English subtitles and two chapters. */
let video: { id: number; slug: string };

beforeAll(async () => {
  video = await givenEncodedVideo(service, { clip: 'landscape' });
  const { id: srcId } = await givenFile(service, { content: 'WEBVTT\n\n00:00.000 --> 00:59.000\nHello\n' });
  const chapters = [
    { title: 'Beginning', startSeconds: 0 },
    { title: 'The end', startSeconds: 2 },
  ];
  await service.db.prisma.video.update({
    where: { id: video.id },
    data: { tracks: { create: { kind: 'subtitles', lang: 'en', srcId } }, chapters: { create: chapters } },
  });
});

/** What a player in the browser has, as far as it is looked at here. */
interface Player {
  muted: boolean;
  paused: boolean;
  loop: boolean;
  currentTime: number;
  currentSrc: string;
  playbackRate: number;
  readyState: number;
  play(): Promise<void>;
  pause(): void;
  addEventListener(type: 'canplay', heard: () => void, options: { once: true }): void;
}

interface Watched {
  page: Page;
  player: Locator;
  /** Files of the video that were asked for, in their order. */
  asked: string[];
}

/** Opens the page of the video. */
async function open(
  options: PageOptions & { query?: string; bandwidth?: number; lateFrames?: boolean } = {},
): Promise<Watched> {
  const { query = '', bandwidth, lateFrames = false, ...how } = options;
  const page = await browser.newPage(how);
  if (bandwidth !== undefined) await page.addInitScript(`localStorage.setItem('bandwidth', '${bandwidth}')`);
  if (lateFrames) await page.addInitScript(toldLateOfSizes);
  const asked: string[] = [];
  page.on('request', (request) => {
    const [, file] = /\/encoding-\d+\/([^/]+)$/.exec(request.url()) ?? [];
    if (file !== undefined) asked.push(file);
  });
  await page.goto(`/video/${video.slug}/${query}`);
  return { page, player: page.locator('video'), asked };
}

/** The same, with its player ready. */
async function watch(options?: Parameters<typeof open>[0]): Promise<Watched> {
  const opened = await open(options);
  await untilReady(opened.player);
  return opened;
}

/** A browser that is busy tells of sizes, as it does once a frame, after the files have come. */
const toldLateOfSizes = `
  window.ResizeObserver = class extends ResizeObserver {
    constructor(told) {
      super((...sizes) => setTimeout(told, 2000, ...sizes));
    }
  };`;

/** Begun by its reader, and paused: nothing is loaded before. */
async function untilReady(player: Locator): Promise<void> {
  await player.page().locator('.vjs-control-bar').waitFor();
  await player.evaluate((media: Player) => {
    media.muted = true;
    media.addEventListener('canplay', () => media.pause(), { once: true });
    void media.play().catch(() => undefined);
  });
  await eventually(
    () =>
      player.evaluate((media: Player) => {
        const hasPicture = media.readyState >= 2;
        // A source that is attached late stops what was begun before.
        if (!hasPicture && media.paused) void media.play().catch(() => undefined);
        return hasPicture && media.paused;
      }),
    { describe: 'the player has a picture' },
  );
}

const stateOf = (player: Locator) =>
  player.evaluate(({ paused, currentTime, currentSrc, playbackRate }: Player) => ({
    paused,
    currentTime,
    currentSrc,
    playbackRate,
  }));

/** A menu of the control bar, by the name of its button, opened by keyboard. */
async function openMenu(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name }).focus();
  await page.keyboard.press('Enter');
}

describe('The controls of the player', () => {
  test.each([
    [
      { language: 'en' },
      ['Play', 'Unmute', 'Chapters', 'Subtitles', 'Speed', 'Quality', 'Keyboard', 'Fullscreen'],
    ],
    [
      { language: 'fr', colourScheme: 'dark' },
      ['Lecture', 'Remettre le son', 'Chapitres', 'Sous-titres', 'Vitesse', 'Qualité', 'Plein écran'],
    ],
    [{ viewport: { width: 390, height: 844 } }, ['Play', 'Chapters', 'Subtitles', 'Speed', 'Quality']],
    [{ viewport: { width: 400, height: 225 }, query: '?is_iframe=true', language: 'fr' }, ['Qualité']],
  ] as const)('are there by role and name, and accessible (%j)', async (options, names) => {
    const { page } = await watch({ ...options });
    await page.locator('.video-js').hover();

    for (const name of names) await page.getByRole('button', { name, exact: true }).first().waitFor();
    await page.getByRole('slider').first().waitFor();
    await expectAccessible(page);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });

  test('leave room for subtitles on a phone while they show', async () => {
    const { page, player } = await watch({ viewport: { width: 390, height: 844 } });
    await player.evaluate((media: Player) => media.play());
    const shown = page.locator('.vjs-text-track-cue', { hasText: 'Hello' }).first();
    await shown.waitFor();

    await page.locator('.video-js').hover();

    const controls = page.locator('.vjs-control-bar');
    await eventually(async () => {
      const [cue, bar] = [await shown.boundingBox(), await controls.boundingBox()];
      expect((cue?.y ?? 0) + (cue?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
    });
  });

  test('have a menu of qualities, and what is chosen is asked for', async () => {
    const { page, asked } = await watch({ bandwidth: 50_000_000 });
    expect(asked).not.toContain('360p.m4s');

    await openMenu(page, 'Quality');
    const items = page.getByRole('menuitemradio', { name: /Auto|\dp/ });
    await items.first().waitFor();
    expect(await items.locator('.vjs-menu-item-text').allTextContents()).toEqual(['Auto', '720p', '360p']);
    await page.getByRole('menuitemradio', { name: '360p' }).press('Enter');

    await eventually(() => asked.includes('360p.m4s'), { seen: () => asked });
    await openMenu(page, 'Quality');
    await page.getByRole('menuitemradio', { name: '360p', checked: true }).waitFor();
  });

  test('have a menu of speeds and one of chapters', async () => {
    const { page, player } = await watch();

    await openMenu(page, 'Speed');
    await page.getByRole('menuitemradio', { name: '1.5x' }).press('Enter');
    expect(await stateOf(player)).toMatchObject({ playbackRate: 1.5 });

    await openMenu(page, 'Chapters');
    await page.getByRole('menuitemradio', { name: 'The end' }).press('Enter');
    await eventually(async () => expect((await stateOf(player)).currentTime).toBeGreaterThanOrEqual(2));
  });

  test('show what is at the place of the progress bar that is pointed at', async () => {
    const { page, asked } = await watch();
    const preview = page.locator('.vjs-preview');
    expect(asked).not.toContain('overview.vtt');

    await page.getByRole('slider', { name: 'Progress Bar' }).hover();

    await preview.waitFor();
    const shown = await preview.evaluate(
      ({ style }: { style: { backgroundImage: string } }) => style.backgroundImage,
    );
    expect(shown).toMatch(/\/encoding-\d+\/[^/]+\.jpg/);
    expect(asked).toContain('overview.vtt');

    await preview.hover();
    await preview.waitFor();
    await page.keyboard.press('Escape');

    await preview.waitFor({ state: 'hidden' });
  });

  test('obey keys while the focus is in the player, which a help lists', async () => {
    const { page, player } = await watch();
    const before = await stateOf(player);
    await page.keyboard.press('k');
    expect(await stateOf(player)).toEqual(before);

    // However long a key takes, it does not end meanwhile.
    await player.evaluate((media: Player) => {
      media.loop = true;
    });
    await page.getByRole('button', { name: 'Fullscreen' }).focus();
    await page.keyboard.press('k');
    await eventually(async () => expect(await stateOf(player)).toMatchObject({ paused: false }));
    await page.keyboard.press('k');
    await page.keyboard.press('9');
    await eventually(async () => expect((await stateOf(player)).currentTime).toBeCloseTo(2.7, 0));
    await page.keyboard.press('j');
    await eventually(async () => expect(await stateOf(player)).toMatchObject({ currentTime: 0 }));
    await page.keyboard.press('>');
    expect(await stateOf(player)).toMatchObject({ playbackRate: 1.25 });
    await page.getByText('Hello').waitFor();
    await page.keyboard.press('c');
    await page.getByText('Hello').waitFor({ state: 'detached' });
    await page.keyboard.press('c');
    await page.getByText('Hello').waitFor();

    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard' });
    await help.getByText('10 seconds back or forward').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
  });
});

test('An address begins at what is shown, and the code of a frame where somebody says', async () => {
  const { page, player } = await watch();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('link', { name: 'The end' }).click();
  await eventually(async () => expect((await stateOf(player)).currentTime).toBeGreaterThanOrEqual(2));

  // It says so for two seconds.
  await Promise.all([
    page.getByText('Copied').waitFor(),
    page.getByRole('button', { name: /^Copy the address at 0:0/ }).click(),
  ]);
  const address = `${service.url}/video/${video.slug}/`;
  expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(
    new RegExp(`^${address}\\?start=[23]$`),
  );

  await page.getByText('QR code', { exact: true }).click();
  await page.getByRole('img', { name: `QR code of ${address}` }).waitFor();
  await page.getByText('Show it on another site').click();
  await page.getByLabel('Start at').fill('1:30');
  await page.getByLabel('Play by itself').check();
  await page.getByRole('combobox', { name: 'Size' }).selectOption({ label: '854 × 480' });
  const code = await page.locator('#embed').textContent();
  expect(code).toContain(`src="${address}?is_iframe=true&amp;start=1%3A30&amp;autoplay=true"`);
  expect(code).toContain('width="854" height="480"');
  await expectAccessible(page);
});

describe('The player begins', () => {
  test.each([
    ['a fast line and a large player', '720p.m4s', { bandwidth: 50_000_000 }],
    [
      'a fast line and a small player',
      '360p.m4s',
      { bandwidth: 50_000_000, viewport: { width: 390, height: 844 } },
    ],
    [
      'a fast line and a small player in a busy browser',
      '360p.m4s',
      { bandwidth: 50_000_000, viewport: { width: 390, height: 844 }, lateFrames: true },
    ],
    ['a slow line', '360p.m4s', { bandwidth: 200_000 }],
  ] as const)('with the quality that fits %s', async (_what, first, options) => {
    const { asked } = await watch(options);

    expect(asked.filter((file) => /^\d+p\.m4s$/.test(file))[0]).toBe(first);
  });

  test.each(['?start=2', '?start=0:02', '#t=2', '?is_iframe=true&start=2'])(
    'where its address says (%s)',
    async (query) => {
      const { player } = await watch({ query });

      await eventually(async () => expect((await stateOf(player)).currentTime).toBeGreaterThanOrEqual(2));
    },
  );

  test('by itself in a frame that asks for it', async () => {
    const { player } = await open({ query: '?is_iframe=true&autoplay=true' });

    await eventually(async () => expect((await stateOf(player)).currentTime).toBeGreaterThan(0));
  });
});

test('Given a recording in two languages, Then a menu has its sounds, and the chosen one is asked for', async () => {
  const { slug } = await givenEncodedVideo(service, { clip: 'bilingual' });
  const page = await browser.newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url().replace(/.*\//, '')));
  await page.goto(`/video/${slug}/`);
  await untilReady(page.locator('video'));
  const [first] = asked.filter((file) => /^audio.*\.m4s$/.test(file));

  await openMenu(page, 'Audio Track');
  await page.getByRole('menuitemradio', { name: /Doublage/ }).press('Enter');

  await eventually(() => asked.some((file) => /^audio.*\.m4s$/.test(file) && file !== first), {
    seen: () => asked,
  });
});

test('Given HLS that cannot be had, Then the MP4 plays', async () => {
  const page = await browser.newPage({ expectedProblems: [/status of 404/] });
  await page.route('**/*.m3u8', (route) => route.fulfill({ status: 404 }));
  await page.goto(`/video/${video.slug}/?start=1`);
  const player = page.locator('video');

  await page.getByRole('button', { name: 'Play Video' }).click();

  await eventually(async () => expect((await stateOf(player)).currentTime).toBeGreaterThan(1.2));
  expect((await stateOf(player)).currentSrc).toMatch(/720p\.mp4$/);
});
