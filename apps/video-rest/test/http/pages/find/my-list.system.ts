import { eventually } from '@campus/testing';
import { expectAccessible, type PageOptions, useBrowser } from '@campus/testing/browser';
import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { givenUser } from '../../../support/accounts.ts';
import { quickMediaTools } from '../../../support/clips.ts';
import { givenEncodedVideo } from '../../../support/encode-videos.ts';
import { newName } from '../../../support/given-records.ts';
import { useService } from '../../../support/service.ts';
import { signInToVideos } from '../../../support/sign-in-page.ts';

const { ffmpeg } = await quickMediaTools();
const service = useService({ encodeConcurrency: 1 }, { tools: { ffmpeg } });
const browser = useBrowser(() => service.url);

const title = newName('video');
let videoId: number;
let video: string;

beforeAll(async () => {
  const { id, slug } = await givenEncodedVideo(service, { clip: 'slides' });
  await service.db.prisma.video.update({ where: { id }, data: { title } });
  [videoId, video] = [id, `/video/${slug}/`];
});

/** A channel with the video. */
async function givenChannel(): Promise<{ name: string; channel: string }> {
  const name = newName('channel');
  const { id } = await service.db.prisma.channel.create({
    data: { title: name, visible: true, videos: { connect: { id: videoId } } },
  });
  return { name, channel: `/channels/${id}/` };
}

async function look(page: Page): Promise<void> {
  await expectAccessible(page);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
}

const phone = { width: 390, height: 780 };

test.each<[string, PageOptions, Record<'follow' | 'unfollow' | 'keep' | 'list' | 'isNew', string>]>([
  [
    'in English',
    {},
    {
      ...{ follow: 'Follow', unfollow: 'Do not follow any more', keep: 'Keep', list: 'My list' },
      isNew: 'New since your last visit',
    },
  ],
  [
    'in French, in the dark, on a phone',
    { language: 'fr', colourScheme: 'dark', viewport: phone },
    {
      ...{ follow: 'Suivre', unfollow: 'Ne plus suivre', keep: 'Garder', list: 'Ma liste' },
      isNew: 'Nouveau depuis votre dernière visite',
    },
  ],
])(
  'A stranger follows a channel, keeps a video, and comes back to what is new, %s',
  async (_how, options, say) => {
    const { name, channel } = await givenChannel();
    const page = await browser.newPage(options);
    await page.goto('/my-list/');
    await look(page);
    await page.goto(channel);
    await page.getByRole('button', { name: say.follow }).press('Enter');
    await page.getByRole('button', { name: say.unfollow }).waitFor();
    await look(page);
    await page.goto(video);
    await page.getByRole('button', { name: say.keep }).press('Enter');
    await look(page);
    // As if the last visits were yesterday and the day before.
    await page.evaluate(`
      const kept = JSON.parse(localStorage.list);
      localStorage.list = JSON.stringify({ ...kept, seenAt: Date.now() - 2 * 864e5, visitedAt: Date.now() - 864e5 });`);
    await service.db.prisma.video.update({ where: { id: videoId }, data: { dateAdded: new Date() } });

    await page.getByRole('link', { name: say.list }).click();

    const fresh = page.locator('section', { has: page.getByRole('heading', { name: say.isNew }) });
    await fresh.getByRole('link', { name: title }).waitFor();
    await look(page);
    await page.reload();
    await fresh.getByRole('link', { name: title }).waitFor();
    const followed = page.locator('.followed li', { hasText: name });
    await followed.getByRole('button', { name: say.unfollow }).press('Enter');
    await followed.getByRole('button', { name: say.follow, exact: true }).waitFor();
    await page.reload();
    await page.locator(`#videos-${videoId}`).waitFor();
    expect(await page.getByText(name).count()).toBe(0);
  },
);

test('Whoever signs in takes over what is on the device by a click, and has it without JavaScript too', async () => {
  const { name, channel } = await givenChannel();
  const account = await givenUser(service.db);
  const page = await browser.newPage({ viewport: phone });
  for (const [address, button] of [
    [video, 'Keep'],
    [channel, 'Follow'],
  ] as const) {
    await page.goto(address);
    await page.getByRole('button', { name: button }).press('Enter');
  }
  await signInToVideos(page, account);
  await page.goto('/my-list/');
  await look(page);

  await page.getByRole('button', { name: 'Take over 2 from this device' }).press('Enter');

  await page.locator('.followed').getByRole('link', { name }).waitFor();
  await look(page);
  expect(await page.getByRole('button', { name: /^Take over/ }).count()).toBe(0);
  await eventually(async () =>
    expect(JSON.parse(await page.evaluate('localStorage.list')).items).toEqual([]),
  );
  const plain = await browser.newPage({ javaScript: false });
  await plain.goto(video);
  expect(await plain.getByRole('button', { name: 'Keep' }).count()).toBe(0);
  await signInToVideos(plain, account);
  await plain.goto(video);
  await plain.getByRole('button', { name: 'Do not keep any more' }).press('Enter');
  await plain.getByRole('button', { name: 'Keep' }).waitFor();
  await plain.goto('/my-list/');
  await expectAccessible(plain);
  await plain.getByRole('link', { name }).waitFor();
  expect(await plain.getByRole('link', { name: title }).count()).toBe(0);
});

test('A device keeps a hundred at most, and what is no list there is taken for none', async () => {
  const { channel } = await givenChannel();
  const page = await browser.newPage();
  await page.goto(channel);
  const items = Array.from({ length: 100 }, (_, id) => `videos-${id + 1_000_000}`);
  await page.evaluate(`localStorage.list = '${JSON.stringify({ items, seenAt: 1, visitedAt: 1 })}'`);
  await page.reload();

  await page.getByRole('button', { name: 'Follow' }).press('Enter');

  await page.getByRole('status').filter({ hasText: '100 channels and videos at most' }).waitFor();
  await page.getByRole('button', { name: 'Follow' }).waitFor();
  await look(page);
  for (const left of [
    '{"items":"videos-1"}',
    '[]',
    '{"items":["<b>"],"seenAt":1,"visitedAt":1}',
    'null',
    '{',
  ]) {
    await page.evaluate(`localStorage.list = '${left}'`);
    await page.goto('/my-list/');
    await page.getByText('Nothing is here yet').waitFor();
    await page.goto(video);
    await page.getByRole('button', { name: 'Keep' }).press('Enter');
    await page.getByRole('button', { name: 'Do not keep any more' }).waitFor();
  }
});
