import { patternsAt, useBrowser, walkPages } from '@campus/testing/browser';
import { expect, test } from '@jest/globals';
import { resources } from '../../../src/http/resources/resources.ts';
import { givenUser } from '../../support/accounts.ts';
import { givenObject } from '../../support/given-objects.ts';
import { givenVideo, newName } from '../../support/given-records.ts';
import { givenFile } from '../../support/kept-files.ts';
import { givenOnAir } from '../../support/on-air.ts';
import { givenTotp } from '../../support/second-factors.ts';
import { useService } from '../../support/service.ts';
import { signInToVideos } from '../../support/sign-in-page.ts';

const service = useService();
const browser = useBrowser(() => service.url);

/** Files, by the ends of their names. */
const file = /\.\w+$/;

/** Answered with something else than a page of its own: answers for programs, parts of pages, ways to somewhere else. */
const noPages = new Set([
  ...['/healthz', '/readyz', '/oembed', '/oai', '/rest/api-docs', '/static/:version/:name'],
  ...['/accounts/session', '/admin/authtoken/token', '/admin/authtoken/tokenproxy'],
  ...['/admin/encodings/live', '/admin/webhooks/:id/live', '/admin/exchange/:id/live'],
  ...['/admin/exchange/:id/report', '/admin/personal-data/export'],
  ...['/video/edit/:slug', '/video/:slug/live', '/video/:slug/addresses', '/video/:slug/transcript/text'],
  '/live/:slug/state',
]);

/** What has to be otherwise for them than it is here: the tests of signing in, of exports, of players look at them. */
const elsewhere = [
  '/accounts/login',
  '/accounts/second-factor',
  '/accounts/totp',
  '/accounts/totp/remove',
  '/accounts/recovery-codes',
  '/admin/exchange/:id',
  '/video/:slug/transcript',
  '/live/:slug',
];

/** A video on air, in all kinds of places, and one with subtitles whose encoding waits. */
async function givenLectures(): Promise<{ slug: string; encoding: number; track: number }> {
  const { prisma } = service.db;
  const video = await givenVideo(service.db, { ownerId: service.ada.id });
  await givenOnAir(service, video.id);
  const videos = { connect: { id: video.id } };
  const { id: channelId } = await prisma.channel.create({
    data: { title: newName(), visible: true, videos },
  });
  await prisma.theme.create({ data: { title: newName(), channelId, videos } });
  await prisma.discipline.create({ data: { titleEn: newName(), videos } });
  const [name, slug] = [newName(), newName()];
  await prisma.playlist.create({
    data: {
      name,
      slug,
      visibility: 'public',
      ownerId: service.ada.id,
      content: { create: { videoId: video.id, place: 1 } },
    },
  });
  const waiting = await givenVideo(service.db, { ownerId: service.ada.id });
  const { id: encoding } = await prisma.encoding.create({ data: { videoId: waiting.id } });
  const { id: srcId } = await givenFile(service);
  const { id: track } = await prisma.track.create({ data: { videoId: waiting.id, lang: 'en', srcId } });
  return { slug: waiting.slug, encoding, track };
}

/** Of those that no page of the first object of their kind leads to. */
async function pagesWithoutLink(): Promise<string[]> {
  const { slug, encoding, track } = await givenLectures();
  const [gone, there] = [await service.givenUser({ isActive: false }), await service.givenUser()];
  await givenTotp(service, gone);
  return [
    `/video/${slug}/`,
    `/video/${slug}/edit/lines/?track=${track}`,
    '/accounts/prove/',
    `/admin/encodings/${encoding}/cancel/`,
    ...['', 'erase/'].map((page) => `/admin/personal-data/${page}?who=${there.id}`),
    `/admin/users/${there.id}/deactivate/`,
    ...['activate', 'remove-factors'].map((action) => `/admin/users/${gone.id}/${action}/`),
    '/rest/swagger-ui.html',
  ];
}

test('No page has a fault for anybody, of whatever weight', async () => {
  for (const resource of resources) await givenObject(service, resource as never);
  const starts = await pagesWithoutLink();
  const page = await browser.newPage();
  // Their pictures are not on disk.
  await page.route('**/media/**', (route) => route.fulfill({ status: 204 }));
  await signInToVideos(page, await givenUser(service.db, { isSuperuser: true }));
  const declared = (await patternsAt(service.url)).filter(
    (pattern) => !file.test(pattern) && !noPages.has(pattern),
  );
  // All of one make: lists, with the form that creates one, stand for what they list.
  const lists = resources.map(({ path }) => `/rest/${path}`);

  const unseen = await walkPages(page, {
    patterns: [...declared, ...lists, '/rest', '/rest/videos/:id'],
    starts: [...starts, '/rest/'],
  });

  expect(unseen).toEqual(elsewhere);
  // Some hundred pages, one after the other.
}, 900_000);
