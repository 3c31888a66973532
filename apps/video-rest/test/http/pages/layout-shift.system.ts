import { movedBy, type PageOptions, useBrowser } from '@campus/testing/browser';
import { beforeAll, expect, test } from '@jest/globals';
import { quickMediaTools } from '../../support/clips.ts';
import { givenEncodedVideo } from '../../support/encode-videos.ts';
import { givenFile } from '../../support/kept-files.ts';
import { useService } from '../../support/service.ts';

const { ffmpeg } = await quickMediaTools();
const service = useService({ encodeConcurrency: 1 }, { tools: { ffmpeg } });
const browser = useBrowser(() => service.url);
let video: string;

beforeAll(async () => {
  const { id, slug } = await givenEncodedVideo(service, { clip: 'landscape' });
  const { id: srcId } = await givenFile(service);
  await service.db.prisma.video.update({
    where: { id },
    data: {
      tracks: { create: { kind: 'subtitles', lang: 'en', srcId } },
      chapters: { create: { title: 'The end', startSeconds: 2 } },
    },
  });
  video = `/video/${slug}/`;
});

const ofStrangers = () => [
  '/',
  '/?q=lecture',
  video,
  `${video}?is_iframe=true`,
  `${video}transcript/`,
  '/help/',
];
const ofTheirs = () => [
  ...['/video/', '/video/add/', '/accounts/', video],
  ...['', 'thumbnail/', 'access/', 'tracks/', 'chapters/', 'source/'].map((part) => `${video}edit/${part}`),
  ...['encodings/', 'encodings/workers/', 'users/', 'authtoken/', 'webhooks/', 'webhooks/add/'].map(
    (part) => `/admin/${part}`,
  ),
  ...['/admin/exchange/', '/admin/exchange/export/', '/admin/exchange/import/'],
  ...['/rest/', '/rest/videos/', '/rest/videos/1/'],
];

test.each<[string, PageOptions]>([
  ['a desk', {}],
  ['a phone', { viewport: { width: 390, height: 780 }, language: 'fr' }],
])('No page moves under its reader while it comes, on %s', async (_where, options) => {
  const page = await browser.newPage(options);
  const moved: [string, number][] = [];
  for (const address of ofStrangers()) moved.push([address, await movedBy(page, address)]);
  await page.goto('/accounts/login/');
  await page.locator('input[autocomplete~="username"]').fill('root');
  await page.locator('input[type=password]').fill('root-password');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.pathname.endsWith('/login/'));
  for (const address of ofTheirs()) moved.push([address, await movedBy(page, address)]);

  expect(moved.filter(([, by]) => by > 0.01)).toEqual([]);
  expect(moved.find(([address]) => address === '/video/add/')).toEqual(['/video/add/', 0]);
});
