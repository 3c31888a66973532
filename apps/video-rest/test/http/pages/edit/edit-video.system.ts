import { eventually } from '@campus/testing';
import { expectAccessible, type PageOptions, useBrowser } from '@campus/testing/browser';
import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type GivenUser, givenUser } from '../../../support/accounts.ts';
import { clip, quickMediaTools } from '../../../support/clips.ts';
import { givenEncodedVideo } from '../../../support/encode-videos.ts';
import { givenVideo } from '../../../support/given-records.ts';
import { givenFile } from '../../../support/kept-files.ts';
import { smallPng } from '../../../support/kept-images.ts';
import { useService } from '../../../support/service.ts';
import { signInToVideos } from '../../../support/sign-in-page.ts';

const { ffmpeg } = await quickMediaTools();
const service = useService({ encodeConcurrency: 1 }, { tools: { ffmpeg } });
const browser = useBrowser(() => service.url);
const sections = ['', 'thumbnail/', 'access/', 'tracks/', 'chapters/', 'source/', 'delete/'];
let helper: GivenUser;
let slug: string;

beforeAll(async () => {
  helper = await givenUser(service.db, { isStaff: true });
  const video = await givenEncodedVideo(service, { clip: 'landscape' });
  const { id } = video;
  slug = video.slug;
  const { id: srcId } = await givenFile(service, { content: 'WEBVTT\n\n00:00.000 --> 00:59.000\nHello\n' });
  const prisma = service.db.prisma;
  const expiresAt = new Date(Date.now() + 1e9);
  await prisma.discipline.create({ data: { titleEn: `Algebra ${id}` } });
  await prisma.accessGroup.create({ data: { codeName: `group-${id}` } });
  await prisma.video.update({
    where: { id },
    data: {
      tracks: { create: { kind: 'subtitles', lang: 'en', srcId } },
      chapters: { create: { title: 'The end', startSeconds: 2 } },
      shareLinks: { create: { label: 'Jury', keyHash: String(id).padEnd(64, '0'), expiresAt } },
    },
  });
});

const timeOf = (page: Page) =>
  page.locator('video').evaluate(({ currentTime }: { currentTime: number }) => currentTime);

async function signIn(options: PageOptions = {}): Promise<Page> {
  const page = await browser.newPage(options);
  await signInToVideos(page, helper);
  return page;
}

test.each<[string, PageOptions]>([
  ['in English', { language: 'en' }],
  ['in French and in the dark', { language: 'fr', colourScheme: 'dark' }],
  ['at phone width', { viewport: { width: 390, height: 800 } }],
])('Every section is accessible %s', async (_how, options) => {
  const page = await signIn(options);

  for (const section of sections) {
    await page.goto(`/video/${slug}/edit/${section}`);
    await expectAccessible(page);
    const fits = await page.evaluate('document.documentElement.scrollWidth <= innerWidth');
    expect([section, fits]).toEqual([section, true]);
  }
});

test('Given a form with a mistake, When it is sent, Then its field is found by its sentence, without JavaScript too', async () => {
  const video = await givenVideo(service.db, { ownerId: helper.id });
  const page = await signIn({ javaScript: false, expectedStatuses: [400] });
  await page.goto(`/video/${video.slug}/edit/chapters/`);
  await page.getByLabel('Title').fill('Rings');
  await page.getByLabel('Starts at').fill('soon');

  await page.getByRole('button', { name: 'Add' }).click();
  await page.getByText('This is no time in a video.').waitFor();
  await expectAccessible(page);
  await page.getByLabel('Starts at').fill('0:30');
  await page.getByRole('button', { name: 'Add' }).click();

  await page.getByText('The chapter is added.').waitFor();
  await page.getByRole('button', { name: 'Save Rings' }).waitFor();
});

test.each([
  [{}, 'Begin a chapter here', 'Starts at', 'Chapters as text', 'Import them', 'The chapters are added.'],
  [
    { language: 'fr', colourScheme: 'dark', viewport: { width: 390, height: 800 } },
    ...['Commencer un chapitre ici', 'Commence à', 'Chapitres en texte', 'Les importer'],
    'Les chapitres sont ajoutés.',
  ],
] as const)(
  'A chapter begins where the player is, and others come from text (%j)',
  async (options, here, start, asText, take, done) => {
    const { slug: address } = await givenEncodedVideo(service, { clip: 'landscape' });
    const page = await signIn({ ...options, expectedProblems: [/status of 400/] });
    await page.goto(`/video/${address}/?start=2`);
    await page.locator('.vjs-control-bar').waitFor();
    await eventually(async () => expect(await timeOf(page)).toBe(2));

    await page.getByRole('link', { name: here }).click();

    await eventually(async () => expect(await page.getByLabel(start).inputValue()).toBe('0:02'));
    await page.getByLabel(asText).fill('0:00 Begin\n0:09 Rings');
    await page.getByRole('button', { name: take }).click();
    await page.getByText('0:09').filter({ hasText: '0:03' }).first().waitFor();
    await expectAccessible(page);
    await page.getByLabel(asText).fill('0:00 Begin\n0:01 Rings');
    await page.getByRole('button', { name: take }).click();
    await page.getByText(done).waitFor();
    await expectAccessible(page);
  },
);

test.each<[PageOptions, Record<'play' | 'here' | 'later' | 'earlier' | 'save' | 'saved', string>]>([
  [
    {},
    {
      ...{ play: 'Play Rings', here: 'Here begins Rings', later: '+1 s: Rings begins later' },
      ...{ earlier: '−1 s: Rings begins earlier', save: 'Save Rings', saved: 'The chapter is saved.' },
    },
  ],
  [
    { language: 'fr', colourScheme: 'dark', viewport: { width: 390, height: 800 } },
    {
      ...{ play: 'Lire Rings', here: 'Ici commence Rings', later: '+1 s\u00a0: Rings commence plus tard' },
      ...{ earlier: '−1 s\u00a0: Rings commence plus tôt', save: 'Enregistrer Rings' },
      saved: 'Le chapitre est enregistré.',
    },
  ],
])('A chapter is moved to where the player is, and by seconds (%j)', async (options, say) => {
  const { id, slug: address } = await givenEncodedVideo(service, { clip: 'muted' });
  const chapter = await service.db.prisma.chapter.create({
    data: { videoId: id, title: 'Rings', startSeconds: 60 },
  });
  const page = await signIn(options);
  await page.goto(`/video/${address}/edit/chapters/`);
  await page.locator('.vjs-control-bar').waitFor();
  await expectAccessible(page);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const start = page.locator('.rows [name="time_start"]');

  await page.getByRole('link', { name: say.play, exact: true }).click();
  await page.locator('.rows a[aria-current="true"]').waitFor();
  await page.locator('video').evaluate(async (media: { currentTime: number; pause(): void }) => {
    media.pause();
    media.currentTime = 75.4;
  });
  await press(say.here);
  expect(await start.inputValue()).toBe('1:15');
  await press(say.later);
  await press(say.later);
  await press(say.earlier);
  expect(await start.inputValue()).toBe('1:16');
  await page.getByRole('link', { name: say.play, exact: true }).click();
  await eventually(async () => expect(await timeOf(page)).toBeGreaterThanOrEqual(76));
  await press(say.save);

  await page.getByText(say.saved).waitFor();
  await expectAccessible(page);
  const { startSeconds } = await service.db.prisma.chapter.findUniqueOrThrow({ where: { id: chapter.id } });
  expect(startSeconds).toBe(76);
});

test('Given an image and another source, When they are sent by script, Then the page of the section and that of the video follow', async () => {
  const { id, slug: address } = await givenVideo(service.db, { ownerId: helper.id });
  const page = await signIn();
  await page.goto(`/video/${address}/edit/thumbnail/`);
  const image = { name: 'photo.png', mimeType: 'image/png', buffer: smallPng };
  await page.getByLabel('Another image').setInputFiles(image);
  await page.getByRole('button', { name: 'Use this image' }).click();
  await page.getByAltText('The thumbnail now').waitFor();

  await page.goto(`/video/${address}/edit/source/`);
  await page.getByLabel('Video or sound file').setInputFiles(await clip('tiny'));
  await page.getByRole('button', { name: 'Replace it' }).click();
  await page.waitForURL(`**/video/${address}/`);

  const video = await service.db.prisma.video.findUniqueOrThrow({ where: { id } });
  expect(video).toMatchObject({ thumbnailId: expect.any(Number), title: 'Lecture', ownerId: helper.id });
  expect(video.sourceFile).not.toBe('source-gone.mp4');
});
