import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { movedBy, type PageOptions, useBrowser } from '@campus/testing/browser';
import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
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

async function signIn(page: Page): Promise<void> {
  await page.goto('/accounts/login/');
  await page.locator('input[autocomplete~="username"]').fill('root');
  await page.locator('input[type=password]').fill('root-password');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.pathname.endsWith('/login/'));
}

test.each<[string, PageOptions]>([
  ['a desk', {}],
  ['a phone', { viewport: { width: 390, height: 780 }, language: 'fr' }],
])('No page moves under its reader while it comes, on %s', async (_where, options) => {
  const page = await browser.newPage(options);
  const moved: [string, number][] = [];
  for (const address of ofStrangers()) moved.push([address, await movedBy(page, address)]);
  await signIn(page);
  for (const address of ofTheirs()) moved.push([address, await movedBy(page, address)]);

  expect(moved.filter(([, by]) => by > 0.01)).toEqual([]);
  expect(moved.find(([address]) => address === '/video/add/')).toEqual(['/video/add/', 0]);
});

test('The form of a new video does not move when its file field comes after the rest was seen', async () => {
  const page = await browser.newPage({
    ...{ viewport: { width: 390, height: 780 }, language: 'fr' },
    expectedProblems: [/request to another origin/],
  });
  await signIn(page);
  const isSeen = Promise.withResolvers<void>();
  const halves: string[] = [];
  const slowLine = createServer(async ({ url = '', headers: { cookie = '' } }, response) => {
    // Scripts come once the page was seen.
    if (url.endsWith('.js')) isSeen.resolve();
    const answer = await fetch(service.url + url, { headers: { cookie, accept: 'text/html, */*' } });
    const body = Buffer.from(await answer.arrayBuffer());
    const file = body.lastIndexOf('<div', body.indexOf('type="file"'));
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    if (url !== '/video/add/') return response.end(body);
    halves.push(body.subarray(0, file).toString(), body.subarray(file).toString());
    response.write(halves[0]);
    await isSeen.promise;
    return response.end(halves[1]);
  });
  await once(slowLine.listen(0, '127.0.0.1'), 'listening');
  try {
    const { port } = slowLine.address() as AddressInfo;

    expect(await movedBy(page, `http://127.0.0.1:${port}/video/add/`)).toBe(0);
    expect(halves.map((half) => [half.includes('name="title"'), half.includes('type="file"')])).toEqual([
      [true, false],
      [false, true],
    ]);
  } finally {
    slowLine.closeAllConnections();
    slowLine.close();
  }
});
