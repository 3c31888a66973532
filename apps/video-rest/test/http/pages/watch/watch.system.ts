import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { provenMs } from '@campus/database';
import { eventually, startRecordingServer } from '@campus/testing';
import { expectAccessible, type PageOptions, useBrowser } from '@campus/testing/browser';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { type GivenUser, givenUser } from '../../../support/accounts.ts';
import { clip } from '../../../support/clips.ts';
import { givenEncodedVideo, holdUnderWay, untilState } from '../../../support/encode-videos.ts';
import { givenFile } from '../../../support/kept-files.ts';
import { pacedFfmpeg } from '../../../support/paced-ffmpeg.ts';
import { postType } from '../../../support/post-resources.ts';
import { useService } from '../../../support/service.ts';

const service = useService({ encodeConcurrency: 1 }, { tools: { ffmpeg: await pacedFfmpeg() } });
const browser = useBrowser(() => service.url);
let ada: GivenUser;

beforeAll(async () => {
  ada = await givenUser(service.db);
  await postType(service, { title: 'Lecture' });
  await clip('landscape');
});

/** The page that adds a video, after a sign-in that it leads to, filled in. */
async function filledForm(
  options: PageOptions = {},
  source: Parameters<typeof clip>[0] = 'silentLong',
): Promise<Page> {
  const page = await browser.newPage(options);
  await page.goto('/video/add/');
  await page.getByLabel('User name').fill(ada.username);
  await page.getByLabel('Password').fill(ada.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await fillForm(page, source);
  return page;
}

async function fillForm(page: Page, source: Parameters<typeof clip>[0]): Promise<void> {
  await page.getByLabel('Title').fill('Algebra');
  await page.getByLabel('Type').selectOption({ label: 'Lecture' });
  await page.getByLabel('Video or sound file').setInputFiles(await clip(source));
}

/** What a player in the browser has, as far as it is looked at here. */
interface Player {
  muted: boolean;
  paused: boolean;
  currentTime: number;
  currentSrc: string;
  error: { message: string } | null;
  play(): Promise<void>;
  load(): void;
}

/** Plays until time advances, and tells what is played. */
async function playUntilItMoves(player: Locator): Promise<string> {
  await player.evaluate((video: Player) => {
    video.muted = true;
    void video.play().catch(() => undefined);
  });
  await eventually(
    () =>
      player.evaluate((video: Player) => {
        const moves = video.currentTime > 0.5;
        // A source that is attached late stops what was begun before.
        if (!moves && video.paused) void video.play().catch(() => undefined);
        return moves;
      }),
    {
      intervalMs: 100,
      describe: 'the time of the player advances',
      seen: () =>
        player.evaluate(
          (video: Player) =>
            `${video.currentTime} s, ${video.paused ? 'paused' : 'playing'}, ${video.error?.message}`,
        ),
    },
  );
  return player.evaluate((video: Player) => video.currentSrc);
}

/** The texts that the page shows of something, as they change. */
async function textsUntil(shown: Locator, end: Locator): Promise<string[]> {
  const texts = new Set<string>();
  await eventually(
    async () => {
      const text = await shown.textContent({ timeout: 500 }).catch(() => null);
      if (text !== null) texts.add(text);
      return end.isVisible();
    },
    { intervalMs: 100, describe: `${end} is there`, seen: () => [...texts] },
  );
  return [...texts];
}

describe('From a file to a lecture that plays', () => {
  test('the file is sent and encoded under the eyes of the reader, and plays as HLS on the page that loads itself anew', async () => {
    const page = await filledForm({}, 'landscape');
    await expectAccessible(page);
    // Slow enough to be seen: 2.4 MB in some 4 s.
    const network = await page.context().newCDPSession(page);
    const conditions = { offline: false, latency: 0, downloadThroughput: -1 };
    await network.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput: 600_000 });

    const held = holdUnderWay(service);
    await page.getByRole('button', { name: 'Send' }).click();
    const landing = page.getByRole('progressbar', { name: 'State of the encoding' });
    const sent = await textsUntil(page.locator('form [role=status]'), landing);
    await network.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput: -1 });
    expect(sent.some((text) => /^[1-9]\d? % · \d+\.\d MB\/s · −00:00:0\d$/.test(text))).toBe(true);
    expect(page.url()).toMatch(/\/video\/\d{4}-algebra\/$/);
    const goOn = await held;
    await page.locator('[data-live] .notice', { hasText: /[1-9]\d? %/ }).waitFor();
    await expectAccessible(page);
    goOn();

    const player = page.locator('video');
    const encoded = await textsUntil(page.locator('[data-live] .notice'), player);
    expect(encoded.some((text) => /[1-9]\d? %/.test(text))).toBe(true);
    // Until the script has made it one, the element plays the MP4 in it.
    await page.locator('.video-js').waitFor();
    expect(await playUntilItMoves(player)).toMatch(/^blob:/);
    await page
      .getByRole('link', { name: /lines \(MP4\)/ })
      .first()
      .waitFor();
    const { rows } = await service.sql.query('select state, percent from encodings order by id desc limit 1');
    expect(rows).toEqual([{ state: 'done', percent: 100 }]);
    await page.reload();
    await expectAccessible(page);
    expect(await playUntilItMoves(player)).toMatch(/^blob:/);
  });

  test('the file goes on where it was when the connection was cut, and the page loaded again', async () => {
    const page = await filledForm({ expectedProblems: [/ERR_CONNECTION_RESET/] }, 'landscape');
    const network = await page.context().newCDPSession(page);
    const conditions = { offline: false, latency: 0, downloadThroughput: -1 };
    await network.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput: 200_000 });
    await page.route(/\/rest\/uploads\/\w+\/$/, (route) => route.abort('connectionreset'), { times: 1 });
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText(/^[2-9]\d % · /).waitFor();

    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Go on' }).waitFor();
    await expectAccessible(page);
    await network.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput: -1 });
    await page.reload();
    await page.getByLabel('Video or sound file').setInputFiles(await clip('landscape'));
    await page.getByText('A part of this file was sent before').waitFor();
    await expectAccessible(page);
    await eventually(async () => {
      const { rows } = await service.sql.query(
        'select received_bytes::int as received from uploads where video_id is null',
      );
      expect(rows[0]?.received).toBeGreaterThan(100_000);
    });
    await page.getByRole('button', { name: 'Go on' }).click();

    await page.getByRole('heading', { name: 'Algebra' }).waitFor();
  });

  test('the same form sent again goes on too, and by itself once the network is back', async () => {
    const page = await filledForm({ expectedProblems: [/ERR_INTERNET_DISCONNECTED/] }, 'landscape');
    const network = await page.context().newCDPSession(page);
    const conditions = { offline: false, latency: 0, downloadThroughput: -1 };
    const limit = (change: { offline?: boolean; uploadThroughput: number }) =>
      network.send('Network.emulateNetworkConditions', { ...conditions, ...change });
    await limit({ uploadThroughput: 200_000 });
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText(/^[2-9]\d % · /).waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.reload();
    await fillForm(page, 'landscape');

    await limit({ offline: true, uploadThroughput: 600_000 });
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('The connection is lost.').waitFor();
    await limit({ uploadThroughput: -1 });

    await page.getByRole('heading', { name: 'Algebra' }).waitFor();
    const { rows } = await service.sql.query('select 1 from uploads where video_id is null');
    expect(rows).toEqual([]);
  });

  test('several files are sent beside each other, each a video with the name of its file', async () => {
    // Of sound, which has no picture: the list would name the one of a run that ends before it is asked for.
    const page = await filledForm({}, 'mp3');
    const buffer = await readFile(await clip('mp3'));
    const fileOf = (name: string) => ({ name, mimeType: 'audio/mpeg', buffer });
    await page.getByLabel('Video or sound file').setInputFiles([fileOf('Rings_1.mp3'), fileOf('Ideals.mp3')]);
    await page.getByText('Each file becomes a video of its own').waitFor();
    await page.getByLabel('Draft').check();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Send' }).click();
    await page.waitForURL('**/video/');

    const titles = page.locator('a.title');
    await titles.filter({ hasText: 'Rings 1' }).waitFor();
    await titles.filter({ hasText: 'Ideals' }).waitFor();
    const drafts = await service.db.prisma.video.count({ where: { isDraft: true } });
    expect(drafts).toBe(2);
  });

  test('it does all of that without JavaScript too, and plays the MP4', async () => {
    const page = await filledForm({ javaScript: false });

    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('link', { name: 'Load the page again' }).waitFor();
    await expectAccessible(page);
    // Loaded anew in the moment of its end, a page would name the picture that was shown until then.
    await untilState(service, Number(/\/(\d{4})-algebra\/$/.exec(page.url())?.[1]), 'done');
    await page.getByRole('link', { name: 'Load the page again' }).click();

    expect(await playUntilItMoves(page.locator('video'))).toMatch(/\.mp4$/);
  });

  test('a field error keeps what was typed, in the form that script has put in place', async () => {
    const page = await filledForm({ expectedProblems: [/status of 400/] });
    await page.getByLabel('Title').fill(' ');
    await page.getByLabel('Video or sound file').setInputFiles(await clip('tiny'));

    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('This field may not be blank.').waitFor();
    await expectAccessible(page);
    expect(await page.getByLabel('Type').locator('option:checked').textContent()).toBe('Lecture');
    await page.getByLabel('Title').fill('Second try');
    await page.getByLabel('Video or sound file').setInputFiles(await clip('landscape'));
    await page.getByRole('button', { name: 'Send' }).click();

    await page.getByRole('heading', { name: 'Second try' }).waitFor();
  });
});

test('Given a session that has ended, When the form is sent, Then no file is, and the sign-in leads back to it', async () => {
  const page = await filledForm();
  await service.sql.query('delete from sessions');
  await sleep(provenMs);
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.url());
  });

  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Your session has ended. Nothing was saved.').waitFor();
  await expectAccessible(page);
  expect(posts).toEqual([]);
  await page.getByLabel('User name').fill(ada.username);
  await page.getByLabel('Password').fill(ada.password);
  await page.getByRole('button', { name: 'Sign in' }).click();

  await page.getByRole('heading', { name: 'Add a video' }).waitFor();
});

test('Given a video with subtitles and chapters, When it plays as HLS, Then its words are shown, and a chapter is gone to', async () => {
  const { id, slug } = await givenEncodedVideo(service, { clip: 'silentLong' });
  const { id: srcId } = await givenFile(service, { content: 'WEBVTT\n\n00:00.000 --> 00:59.000\nHello\n' });
  await service.db.prisma.video.update({
    where: { id },
    data: {
      tracks: { create: { kind: 'subtitles', lang: 'en', srcId } },
      chapters: { create: { title: 'The end', startSeconds: 2 } },
    },
  });
  const page = await browser.newPage();
  await page.goto(`/video/${slug}/`);
  const player = page.locator('video');
  expect(await playUntilItMoves(player)).toMatch(/^blob:/);

  await page.getByText('Hello').waitFor();
  await page.getByRole('link', { name: 'The end' }).click();
  await eventually(async () =>
    expect(await player.evaluate((video: Player) => video.currentTime)).toBeGreaterThanOrEqual(2),
  );
  await expectAccessible(page);
});

test.each([
  ['HLS', 'silentLong', ''],
  ['what the browser plays by itself', 'mp3', ''],
  ['HLS, where its chapters are changed', 'silentLong', 'edit/chapters/'],
] as const)(
  'Given a page that is open for longer than its addresses hold, Then it plays on (%s), and its downloads work',
  async (_how, name, below) => {
    const { slug } = await givenEncodedVideo(service, { clip: name, is_restricted: 'true' });
    const page = await browser.newPage({ expectedProblems: [/403/] });
    await page.goto('/accounts/login/');
    await page.getByLabel('User name').fill('root');
    await page.getByLabel('Password').fill('root-password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    // An hour of the page is ten milliseconds.
    await page.addInitScript(
      'const began = Date.now(); const now = Date.now.bind(Date); Date.now = () => began + (now() - began) * 360_000;',
    );
    const signatureIn = (url: string) => /signed\/([^/]+)/.exec(url)?.[1] ?? '';
    // The first signature holds no more; the next is known by its mark.
    let former = '';
    let holds = name === 'mp3';
    await page.route('**/addresses/', async (route) => {
      const response = await route.fetch();
      const { addresses } = (await response.json()) as { addresses: string[] };
      await route.fulfill({
        response,
        json: { addresses: addresses.map((address) => address.replace('/signed/', '/signed/0-renewed-')) },
      });
    });
    await page.route('**/media/signed/**', async (route) => {
      const url = route.request().url();
      const signature = signatureIn(url);
      if (holds) await route.continue();
      else if (!signature.startsWith('0-renewed-')) {
        former = signature;
        await route.fulfill({ status: 403 });
      } else await route.continue({ url: url.replace('0-renewed-', '') });
    });

    await page.goto(`/video/${slug}/${below}`);

    const player = page.locator('video, audio');
    if (holds) {
      await playUntilItMoves(player);
      holds = false;
      await player.evaluate((media: Player) => media.load());
    }
    await eventually(async () => (await playUntilItMoves(player).catch(() => '')) !== '');
    expect(former).not.toBe('');
    if (below !== '') return;
    const link = page.locator('a[download]').first();
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(signatureIn(download.url())).toMatch(/^0-renewed-/);
  },
);

/** Another site, with a page that shows these addresses in frames. */
function startCourse(frames: readonly string[]) {
  return startRecordingServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(
      `<!doctype html><html lang="en"><title>Course</title>${frames
        .map((src, index) => `<iframe src="${src}" title="Frame ${index}" allow="autoplay"></iframe>`)
        .join('')}`,
    );
  });
}

test('Given a video with a password, Then whoever types it watches, and a share link plays in the frame of another site', async () => {
  const { id, slug } = await givenEncodedVideo(service, { clip: 'silentLong' });
  const change = (body: object) => service.root.client.patch(`/rest/videos/${id}/`).send(body).expect(200);
  await change({ password: 'Euler 1736' });
  const page = await browser.newPage({ expectedProblems: [/status of 403/] });
  await page.goto(`/video/${slug}/`);
  await expectAccessible(page);

  await page.getByLabel('Password of this video').fill('guess');
  await page.getByRole('button', { name: 'Watch' }).click();
  await page.getByText('This is not the password of this video.').waitFor();
  await expectAccessible(page);
  await page.getByLabel('Password of this video').fill('Euler 1736');
  await page.getByRole('button', { name: 'Watch' }).click();

  expect(await playUntilItMoves(page.locator('video'))).toMatch(/^blob:/);
  await change({ is_draft: true });
  const { body } = await service.root.client
    .post('/rest/share_links/')
    .send({ video: `/rest/videos/${id}/` })
    .expect(201);
  const course = await startCourse([`${body.address}&is_iframe=true`]);
  try {
    const site = await browser.newPage({ otherOrigins: [course.url] });
    await site.route('**/favicon.ico', (route) => route.fulfill({ status: 204 }));
    await site.goto(course.url);
    await playUntilItMoves(site.frameLocator('[title="Frame 0"]').locator('video'));
  } finally {
    await course.stop();
  }
});

describe('The player of a public video', () => {
  test('plays in the frame of another site, which no other page of ours does', async () => {
    const { slug } = await givenEncodedVideo(service, { clip: 'silent' });
    const address = `${service.url}/video/${slug}/`;
    const course = await startCourse([`${address}?is_iframe=true`, address]);
    try {
      const page = await browser.newPage({
        otherOrigins: [course.url],
        expectedProblems: [/frame-ancestors 'none'/],
      });
      await page.route('**/favicon.ico', (route) => route.fulfill({ status: 204 }));
      await page.goto(course.url);

      const framed = page.frameLocator('[title="Frame 0"]');
      await playUntilItMoves(framed.locator('video'));

      expect(await page.frameLocator('[title="Frame 1"]').locator('video').count()).toBe(0);
      const [opened] = await Promise.all([
        page.context().waitForEvent('page'),
        framed.getByRole('link', { name: 'Open the page of this video' }).click(),
      ]);
      await opened.getByRole('heading', { name: 'Lecture' }).waitFor();
      expect(opened.url()).toBe(address);
    } finally {
      await course.stop();
    }
  });

  test('is accessible at phone width, in the dark, and as sound alone', async () => {
    const { slug } = await givenEncodedVideo(service, { clip: 'mp3' });
    const page = await browser.newPage({
      colourScheme: 'dark',
      viewport: { width: 375, height: 700 },
      language: 'fr',
    });

    await page.goto(`/video/${slug}/`);

    await playUntilItMoves(page.locator('audio'));
    await expectAccessible(page);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.goto(`/video/${slug}/?is_iframe=true`);
    await expectAccessible(page);
  });
});
