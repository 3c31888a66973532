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

  // A table whose rows come one by one may give its columns other widths: 0.014 at most.
  expect(moved.filter(([, by]) => by > 0.02)).toEqual([]);
  expect(moved.find(([address]) => address === '/video/add/')).toEqual(['/video/add/', 0]);
});

test.each([
  ['The form of a new video', '/video/add/', 'name="title"', '<div', 'type="file"'],
  [
    'The first chart of a row',
    '/admin/encodings/workers/',
    'id="encoded-minutes"',
    '<figure',
    'id="ended-runs"',
  ],
  ['The heading of a table', '/video/', '<thead', '<tr', '<td'],
])('%s does not move when what follows comes after it was seen', async (_what, path, ...marks) => {
  const [first, tag, second] = marks as [string, string, string];
  const page = await browser.newPage({ expectedProblems: [/request to another origin/] });
  await signIn(page);
  const halves: string[] = [];
  const slowLine = createServer(async ({ url = '', headers: { cookie = '' } }, response) => {
    const answer = await fetch(service.url + url, { headers: { cookie, accept: 'text/html, */*' } });
    const body = Buffer.from(await answer.arrayBuffer());
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    if (url !== path) return response.end(body);
    const cut = body.lastIndexOf(tag, body.indexOf(second));
    halves.push(body.subarray(0, cut).toString(), body.subarray(cut).toString());
    response.write(halves[0]);
    const tab = page.context().pages().at(-1);
    await tab?.waitForURL((at) => at.pathname === path, { waitUntil: 'commit' });
    await tab?.evaluate('painted');
    return response.end(halves[1]);
  });
  await once(slowLine.listen(0, '127.0.0.1'), 'listening');
  try {
    const { port } = slowLine.address() as AddressInfo;

    expect(await movedBy(page, `http://127.0.0.1:${port}${path}`)).toBeLessThan(0.002);
    expect(halves.map((half) => [half.includes(first), half.includes(second)])).toEqual([
      [true, false],
      [false, true],
    ]);
  } finally {
    slowLine.closeAllConnections();
    slowLine.close();
  }
});
