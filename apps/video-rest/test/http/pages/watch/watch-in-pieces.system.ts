import { eventually } from '@campus/testing';
import { expectAccessible, type PageOptions, useBrowser } from '@campus/testing/browser';
import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { givenEncodedVideo } from '../../../support/encode-videos.ts';
import { givenFile } from '../../../support/kept-files.ts';
import { useService } from '../../../support/service.ts';

const service = useService({ encodeConcurrency: 1 });
const browser = useBrowser(() => service.url);

/** Almost seven minutes, with subtitles and chapters; and sound alone. */
let lecture: string;
let sound: string;

const said = ['A graph', 'A bridge', 'A theorem', 'Théorème', 'The end'];

beforeAll(async () => {
  const { id, slug } = await givenEncodedVideo(service, { clip: 'muted' });
  lecture = `/video/${slug}/`;
  const cues = said.map((text, index) => `0${index}:00.000 --> 0${index}:59.000\n${text}`);
  for (const lang of ['en', 'fr']) {
    const { id: srcId } = await givenFile(service, { content: `WEBVTT\n\n${cues.join('\n\n')}\n` });
    await service.db.prisma.track.create({ data: { videoId: id, kind: 'subtitles', lang, srcId } });
  }
  const chapters = [
    { title: 'Graphs', startSeconds: 0 },
    { title: 'Bridges', startSeconds: 60 },
  ];
  await service.db.prisma.video.update({ where: { id }, data: { chapters: { create: chapters } } });
  const heard = await givenEncodedVideo(service, { clip: 'wav' });
  await service.db.prisma.video.update({ where: { id: heard.id }, data: { durationSeconds: 100 } });
  sound = `/video/${heard.slug}/`;
});

/** What a player in the browser has, as far as it is looked at here. */
interface Player {
  muted: boolean;
  currentTime: number;
  playbackRate: number;
  play(): Promise<void>;
  pause(): void;
}

const stateOf = (page: Page) =>
  page
    .locator('video, audio')
    .evaluate(({ currentTime, playbackRate }: Player) => ({ currentTime, playbackRate }));

async function open(address: string, options?: PageOptions): Promise<Page> {
  const page = await browser.newPage(options);
  await page.goto(address);
  await page.locator('.vjs-control-bar').waitFor();
  return page;
}

/** Watches a little from somewhere on. */
async function watchAt(page: Page, seconds: number): Promise<void> {
  // A source that is attached later would stop what was begun before.
  await page.locator('video[src^="blob:"]').evaluate(async (media: Player, at) => {
    media.muted = true;
    media.currentTime = at;
    await media.play();
  }, seconds);
  await eventually(async () => (await stateOf(page)).currentTime > seconds + 0.5);
  await page.locator('video').evaluate((media: Player) => media.pause());
}

test('Whoever comes back is led to where they were, and from there it plays', async () => {
  const page = await open(lecture);
  await watchAt(page, 90);

  await page.reload();

  await page.getByRole('button', { name: 'Forget the place' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Go on at 1:3\d$/ }).press('Enter');
  await eventually(async () => expect((await stateOf(page)).currentTime).toBeGreaterThan(90.2));
  await page.getByRole('button', { name: /^Go on at 1:3\d$/ }).waitFor({ state: 'detached' });
});

test('The place is forgotten where the reader says so, where an address has one of its own, and at the end', async () => {
  const page = await open(lecture, {
    language: 'fr',
    colourScheme: 'dark',
    viewport: { width: 390, height: 780 },
  });
  const offer = page.getByRole('button', { name: /^Reprendre à/ });
  await watchAt(page, 200);
  await page.goto(`${lecture}?start=30`);
  await page.locator('.vjs-control-bar').waitFor();
  expect(await offer.count()).toBe(0);
  await page.goto(lecture);
  await offer.filter({ hasText: /Reprendre à 3:2\d/ }).waitFor();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Oublier cet endroit' }).press('Enter');
  await page.reload();
  await page.locator('.vjs-control-bar').waitFor();
  expect(await offer.count()).toBe(0);

  await watchAt(page, 200);
  await watchAt(page, 405);
  await page.reload();
  await page.locator('.vjs-control-bar').waitFor();
  expect(await offer.count()).toBe(0);
});

test('On a phone the way back leaves the button that plays free', async () => {
  const page = await browser.newPage({ viewport: { width: 320, height: 640 } });
  await page.addInitScript(
    `localStorage.places ??= '[["${/\d+/.exec(lecture)?.[0].replace(/^0+/, '')}",200]]'`,
  );

  await page.goto(lecture);

  await page.getByRole('button', { name: 'Go on at 3:20' }).click({ trial: true });
  await page.getByRole('button', { name: 'Play Video' }).click({ trial: true });
});

test('Of sound alone the way back stands in its controls', async () => {
  const page = await browser.newPage({ viewport: { width: 390, height: 780 } });
  await page.addInitScript(`localStorage.places ??= '[["${/\d+/.exec(sound)?.[0].replace(/^0+/, '')}",65]]'`);

  await page.goto(sound);

  // Nothing lies over it.
  await page.getByRole('button', { name: 'Go on at 1:05' }).click({ trial: true });
  await expectAccessible(page);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
});

test('Speed and words stay as the reader chose them, in other videos too', async () => {
  const page = await open(lecture);
  await page.getByRole('button', { name: 'Speed' }).press('Enter');
  await page.getByRole('menuitemradio', { name: '1.5x' }).press('Enter');
  await watchAt(page, 61);
  const shown = page.locator('.vjs-text-track-cue', { hasText: 'A bridge' });
  await shown.first().waitFor();
  await page.getByRole('button', { name: 'Fullscreen' }).press('c');
  await shown.first().waitFor({ state: 'detached' });

  await page.goto(sound);
  await eventually(async () => expect(await stateOf(page)).toMatchObject({ playbackRate: 1.5 }));
  await page.goto(lecture);
  await watchAt(page, 61);
  expect(await stateOf(page)).toMatchObject({ playbackRate: 1.5 });
  expect(await shown.count()).toBe(0);
});

test.each([
  { rate: '3', places: '{"1":90}', words: '"fr"', bandwidth: '"fast"' },
  { rate: '"1.5"', places: '[null,["1"],[1,2]]', words: '[]', bandwidth: '-1' },
  { rate: '1.5', places: '[["1",-1]]', words: 'true', bandwidth: '{' },
  { rate: '1.50001', places: 'null', words: 'null', bandwidth: 'null' },
])('What another version or a hand has left in the browser, %j, is taken for nothing', async (kept) => {
  const page = await browser.newPage();
  const left = Object.entries(kept).map(([name, json]) => `localStorage.${name} ??= '${json}';`);
  await page.addInitScript(left.join('\n'));
  await page.goto(lecture);

  await watchAt(page, 61);

  const rate = kept.rate === '1.5' ? 1.5 : 1;
  expect(await stateOf(page)).toMatchObject({ playbackRate: rate });
  await page.reload();
  await page.getByRole('button', { name: /^Go on at 1:0\d$/ }).waitFor();
});

test('A transcript whose language is chosen again and again is followed once', async () => {
  const page = await browser.newPage();
  await page.addInitScript(`
    window.listeners = 0;
    const { addEventListener } = document;
    document.addEventListener = function (...given) {
      if (given[0] === 'timeupdate') window.listeners += 1;
      addEventListener.apply(this, given);
    };`);
  await page.goto(lecture);
  await page.getByText('Transcript', { exact: true }).press('Enter');
  const first = await page.evaluate('listeners');

  for (const name of ['French', 'English', 'French']) {
    const choice = page.locator('.choices').getByRole('link', { name });
    await choice.press('Enter');
    await page.locator('.choices [aria-current]', { hasText: name }).waitFor();
  }

  expect(await page.evaluate('listeners')).toBe(first);
  await watchAt(page, 61);
  await page.locator('.lines [aria-current]', { hasText: 'A bridge' }).waitFor();
});

test.each([
  ['Transcript', 'Search in it', {}],
  [
    'Transcription',
    'Y rechercher',
    { language: 'fr', colourScheme: 'dark', viewport: { width: 390, height: 780 } },
  ],
] as const)(
  'The %s comes beside the player: it is searched, followed, and leads to what is said',
  async (name, search, options) => {
    const page = await open(lecture, { ...options });
    await page.getByText(name, { exact: true }).press('Enter');
    const lines = page.locator('.lines').getByRole('link');
    await lines.filter({ hasText: 'A bridge' }).waitFor();
    expect(await lines.count()).toBe(said.length);
    await expectAccessible(page);

    await page.getByRole('searchbox', { name: search }).fill('theoreme');
    expect(await lines.filter({ visible: true }).allTextContents()).toEqual(['3:00 Théorème']);
    await page.getByRole('searchbox', { name: search }).fill('3:0');
    expect(await lines.filter({ visible: true }).count()).toBe(0);
    await page.getByRole('searchbox', { name: search }).fill('');
    await page.locator('video').evaluate((media: Player) => {
      media.muted = true;
    });
    await lines.filter({ hasText: 'A bridge' }).press('Enter');

    await eventually(async () => expect((await stateOf(page)).currentTime).toBeGreaterThan(60));
    const current = page.locator('[data-follows] [aria-current]');
    await eventually(async () =>
      expect(await current.allTextContents()).toEqual(['1:00 A bridge', 'Bridges']),
    );
    await expectAccessible(page);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  },
);

test('Without JavaScript the transcript is a page, which is searched and leads back to the moment', async () => {
  const page = await browser.newPage({ javaScript: false });
  await page.goto(lecture);
  await page.getByText('Transcript', { exact: true }).click();
  await page.getByRole('link', { name: 'Read the transcript' }).click();
  await page.getByRole('heading', { name: 'Transcript: Lecture' }).waitFor();
  await expectAccessible(page);

  await page.getByRole('searchbox', { name: 'Search in it' }).fill('bridge');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('link', { name: 'A bridge' }).click();

  expect(page.url()).toMatch(/\?start=60$/);
});

test('On a phone the chapters stand right below the player, which tells how long it is, and no keys', async () => {
  const page = await open(lecture, { viewport: { width: 390, height: 780 } });

  expect(await page.locator('.vjs-duration-display').isVisible()).toBe(true);
  expect(await page.getByRole('button', { name: 'Keyboard' }).isVisible()).toBe(false);
  const [first] = await page.locator('main h2').allTextContents();
  expect(first).toBe('Chapters');
});

test('The help to the keys has a ground of its own, whatever plays below it', async () => {
  const page = await open(lecture);

  await page.getByRole('button', { name: 'Keyboard' }).press('Enter');

  await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
  const ground = await page.evaluate(
    `(({ backgroundColor, backgroundImage, opacity }) => ({ backgroundColor, backgroundImage, opacity }))(
      getComputedStyle(document.querySelector('.vjs-modal-dialog:has(.vjs-keys)')))`,
  );
  expect(ground).toEqual({
    backgroundColor: expect.stringMatching(/^rgb\(/),
    backgroundImage: 'none',
    opacity: '1',
  });
});
