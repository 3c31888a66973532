import { eventually } from '@campus/testing';
import { expectAccessible, type PageOptions, useBrowser } from '@campus/testing/browser';
import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type GivenUser, givenUser } from '../../../support/accounts.ts';
import { givenEncodedVideo, untilState, videoOf } from '../../../support/encode-videos.ts';
import { useService } from '../../../support/service.ts';
import { signInToVideos } from '../../../support/sign-in-page.ts';

const service = useService({ encodeConcurrency: 1 });
const browser = useBrowser(() => service.url);
let helper: GivenUser;

beforeAll(async () => {
  helper = await givenUser(service.db, { isStaff: true });
});

/** What a player in the browser has, as far as it is looked at here. */
interface Player {
  muted: boolean;
  paused: boolean;
  currentTime: number;
  pause(): void;
}

const english = {
  plays: 'What plays',
  begins: 'A piece begins here',
  ends: 'It ends here',
  preview: 'Play only what stays',
  encode: 'Encode it again',
  waits: 'The video waits for its turn to be encoded.',
};

const french = {
  plays: 'Ce qui est lu',
  begins: 'Un extrait commence ici',
  ends: 'Il finit ici',
  preview: 'Lire seulement ce qui reste',
  encode: 'L’encoder de nouveau',
  waits: 'La vidéo attend son tour d’être encodée.',
};

async function open(address: string, options: PageOptions = {}): Promise<Page> {
  const page = await browser.newPage(options);
  await signInToVideos(page, helper);
  await page.goto(address);
  await page.locator('.vjs-control-bar').waitFor();
  return page;
}

const shownAt = (page: Page, seconds: number) =>
  page.locator('video').evaluate((media: Player, at) => {
    media.muted = true;
    media.pause();
    media.currentTime = at;
  }, seconds);

const momentOf = (page: Page) =>
  page.locator('video').evaluate(({ currentTime, paused }: Player) => ({ currentTime, paused }));

test.each<[PageOptions, typeof english]>([
  [{}, english],
  [{ language: 'fr', colourScheme: 'dark', viewport: { width: 390, height: 800 } }, french],
])(
  'A video is trimmed where its player is, looked at, encoded, and all of it plays again (%j)',
  async (options, say) => {
    const { id, slug } = await givenEncodedVideo(service, { clip: 'muted' });
    const page = await open(`/video/${slug}/edit/source/`, options);
    const plays = page.getByLabel(say.plays, { exact: true });
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await expectAccessible(page);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);

    for (const [at, edge, text] of [
      [5.2, say.begins, '0:05-'],
      [60, say.ends, '0:05-1:00'],
      [400, say.begins, '0:05-1:00\n6:40-'],
      [402, say.ends, '0:05-1:00\n6:40-6:42'],
      [58, say.ends, '0:05-0:58\n6:40-6:42'],
    ] as const) {
      await shownAt(page, at);
      await button(edge).click();
      expect(await plays.inputValue()).toBe(text);
    }
    await page.getByRole('status').filter({ hasText: '0:55' }).waitFor();

    await button(say.preview).click();
    await eventually(async () => expect((await momentOf(page)).currentTime).toBeGreaterThanOrEqual(5));
    await page.locator('video').evaluate((media: Player) => {
      media.currentTime = 57;
    });
    await eventually(async () => expect((await momentOf(page)).currentTime).toBeGreaterThanOrEqual(400));
    await page.getByRole('button', { name: say.preview, pressed: false }).waitFor();
    expect((await momentOf(page)).paused).toBe(true);

    await button(say.encode).click();
    await page.getByText(say.waits).waitFor();
    await untilState(service, id, 'done');
    expect((await videoOf(service, id)).duration).toBe(55);
    await page.goto(`/video/${slug}/edit/source/?start=54`);
    await page.getByText('0:55 (0:05-0:58, 6:40-6:42)').waitFor();
    await page.locator('.vjs-control-bar').waitFor();
    await shownAt(page, 54);
    await button(say.begins).click();
    expect(await plays.inputValue()).toBe('0:05-0:58\n6:41-6:42');

    await plays.fill('');
    await button(say.encode).click();
    await page.getByText(say.waits).waitFor();
    await untilState(service, id, 'done');
    expect((await videoOf(service, id)).duration).toBe(410);
  },
);

test('Where somebody was is the same moment once other pieces play, and is not offered where it does not', async () => {
  const { id, slug } = await givenEncodedVideo(service, { clip: 'muted' });
  const page = await browser.newPage();
  const offers = page.getByRole('button', { name: /^Go on at/ });
  const openIt = async () => {
    await page.goto(`/video/${slug}/`);
    await page.locator('.vjs-control-bar').waitFor();
  };
  await openIt();
  await page.evaluate(`localStorage.places = '[["${id}",200]]'`);
  const encode = async (plays: string) => {
    await service.root.client.patch(`/rest/videos/${id}/`).send({ plays, encode: true }).expect(200);
    await untilState(service, id, 'done');
    await openIt();
  };

  await encode('1:00-');
  await offers.filter({ hasText: 'Go on at 2:20' }).waitFor();
  await encode('0:00-1:00');
  expect(await offers.count()).toBe(0);
  await encode('5:00-');
  expect(await offers.count()).toBe(0);
  await encode('');
  await offers.filter({ hasText: 'Go on at 3:20' }).waitFor();
});
