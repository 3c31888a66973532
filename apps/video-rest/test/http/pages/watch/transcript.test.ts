import { expect, test } from '@jest/globals';
import { createShareLink } from '../../../../src/videos/share-links.ts';
import { givenVideo } from '../../../support/given-records.ts';
import { givenFile } from '../../../support/kept-files.ts';
import { givenOnAir } from '../../../support/on-air.ts';
import { useService } from '../../../support/service.ts';
import { visitorOf } from '../../../support/visitor.ts';

const service = useService();
const stranger = () => visitorOf(service);

const english = `WEBVTT
NOTE nobody says this

first
00:01.500 --> 00:04.000 align:start
<v.loud Euler>A <i>bridge</i> is &lt;crossed&gt; once,
&amp; &unknown; only once.

01:02:03.000 --> 01:02:05.000
<b></b>

01:02:06.000 --> 01:02:08.000
The end.
`;
const french = 'WEBVTT\r\n\r\n00:02.000 --> 00:04.000\r\nLe théorème\r\n';

async function givenWatched(columns: { isRestricted?: boolean; isDraft?: boolean } = {}) {
  const video = await givenVideo(service.db, { ownerId: service.ada.id, ...columns });
  await givenOnAir(service, video.id);
  const tracks = await Promise.all(
    [english, french].map(async (content, index) => {
      const { id: srcId } = await givenFile(service, { content });
      const lang = index === 0 ? 'en' : 'fr';
      return service.db.prisma.track.create({ data: { videoId: video.id, kind: 'subtitles', lang, srcId } });
    }),
  );
  return { ...video, path: `/video/${video.slug}/`, tracks: tracks.map(({ srcId }) => srcId) };
}

test('Given a video with subtitles, Then its page leads to what is said, line by line, each with the way to its moment', async () => {
  const { path } = await givenWatched();
  const { page } = await stranger().get(path, { 'Accept-Language': 'en' });
  expect(page.text).toContain('Read the transcript');

  const { text } = await stranger().get(`${path}transcript/`, { 'Accept-Language': 'en' });

  const lines = [...text.matchAll(/href="([^"]*)" data-seek="([^"]*)"><span>([\d:]+)<\/span> (.*?)<\/a>/g)];
  expect(lines.map(([, ...parts]) => parts)).toEqual([
    [
      `${path}?start=1`,
      '1.5',
      '0:01',
      'Euler: A bridge is &lt;crossed&gt; once, &amp; &amp;unknown; only once.',
    ],
    [`${path}?start=3726`, '3726', '1:02:06', 'The end.'],
  ]);
});

test('A reader of French is shown the French ones, may choose others, and finds words without their accents', async () => {
  const { path, tracks } = await givenWatched();
  const get = async (query: string) =>
    (await stranger().get(`${path}transcript/${query}`, { 'Accept-Language': 'fr' })).page.text;

  expect(await get('')).toContain('Le théorème');
  expect(await get(`?track=${tracks[0]}`)).toContain('The end.');
  expect(await get('?q=THEOREME')).toContain('Le théorème');
  expect(await get('?q=axiome')).toMatch(/^(?!.*Le théorème).*Aucune ligne/s);
});

test('What is said is kept as a text, without times', async () => {
  const { path, slug } = await givenWatched();

  const answer = await fetch(`${service.url}${path}transcript/text/`, {
    headers: { 'Accept-Language': 'en' },
  });

  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename=${slug}-en.txt`);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
  expect(await answer.text()).toBe('Euler: A bridge is <crossed> once, & &unknown; only once.\nThe end.\n');
});

test.each(['transcript/', 'transcript/text/'])(
  'Where a reader may not watch, or nothing is to be read, there is no %s',
  async (part) => {
    const { path: restricted } = await givenWatched({ isRestricted: true });
    const { path } = await givenWatched();
    const silent = await givenVideo(service.db, { ownerId: service.ada.id });
    await givenOnAir(service, silent.id);

    for (const address of [
      `${restricted}${part}`,
      `/video/${silent.slug}/${part}`,
      `${path}${part}?track=1`,
      `${path}${part}?track=x`,
      `${path}${part}?track=1&track=2`,
    ])
      expect({ address, status: (await fetch(`${service.url}${address}`)).status }).toEqual({
        address,
        status: 404,
      });
  },
);

test.each(['transcript/', 'transcript/text/'])(
  'Whoever comes to %s by a share link tells its key to no other page, and no search engine keeps it',
  async (below) => {
    const { id: videoId, path } = await givenWatched({ isRestricted: true });
    const { key } = await createShareLink({ db: service.db, now: () => new Date() }, { videoId });

    const answer = await fetch(`${service.url}${path}${below}?share=${key}`);

    expect(answer.status).toBe(200);
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('x-robots-tag')).toBe('noindex');
  },
);
