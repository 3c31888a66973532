import { expect, test } from '@jest/globals';
import { givenVideo } from '../../../support/given-records.ts';
import { givenFile } from '../../../support/kept-files.ts';
import { givenOnAir } from '../../../support/on-air.ts';
import { useService } from '../../../support/service.ts';
import { visitorOf } from '../../../support/visitor.ts';

const service = useService();

/** A video on air with subtitles in French and English, captions in English, chapters and a document. */
async function givenWatched(columns: { isRestricted?: boolean } = {}) {
  const video = await givenVideo(service.db, { ownerId: service.ada.id, ...columns });
  await givenOnAir(service, video.id);
  const [file, other, document] = [
    await givenFile(service),
    await givenFile(service),
    await givenFile(service, { name: 'slides.txt', content: 'Slides' }),
  ];
  await service.db.prisma.video.update({
    where: { id: video.id },
    data: {
      tracks: {
        create: [
          { kind: 'subtitles', lang: 'fr', srcId: file.id },
          { kind: 'subtitles', lang: 'en', srcId: file.id },
          { kind: 'captions', lang: 'en', srcId: other.id },
          { kind: 'captions', lang: 'de' },
        ],
      },
      chapters: { create: [{ title: 'Proof <2>', startSeconds: 42 }, { title: 'Begin' }] },
      documents: { create: { documentId: document.id } },
    },
  });
  return `/video/${video.slug}/`;
}

const stranger = () => visitorOf(service);

function tracksIn(text: string): string[] {
  return text.match(/<track[^>]*>/g) ?? [];
}

/** The value of an attribute, as a browser takes it. */
function attributeOf(tag: string | undefined, name: string): string | undefined {
  return new RegExp(`${name}="([^"]*)"`).exec(tag ?? '')?.[1];
}

test.each([
  ['en', ['English (captions)', 'English', 'French'], 'English (captions)'],
  ['fr', ['anglais (légendes)', 'anglais', 'français'], 'français'],
])(
  'Given a reader of %s, When a video with tracks is shown, Then each is named, and one of theirs is on',
  async (language, labels, first) => {
    const path = await givenWatched();

    for (const query of ['', '?is_iframe=true']) {
      const { text } = await stranger().get(`${path}${query}`, { 'Accept-Language': language });
      const tracks = tracksIn(text);
      const on = tracks.filter((tag) => / default\b/.test(tag));
      expect(tracks.map((tag) => attributeOf(tag, 'label'))).toEqual(labels);
      expect(on.map((tag) => attributeOf(tag, 'label'))).toEqual([first]);
    }
  },
);

test('Given a stranger before a public video, When their player asks for a track, Then it comes as WebVTT, and as nothing else', async () => {
  const { text } = await stranger().get(await givenWatched());

  const answer = await fetch(service.url + attributeOf(tracksIn(text)[0], 'src'));

  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^text\/vtt/);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(await answer.text()).toContain('Hello');
});

test('Given a page that is open for long, When it asks for addresses, Then those of tracks and documents are among them', async () => {
  const path = await givenWatched();

  const { text } = await stranger().get(`${path}addresses/`);

  expect(JSON.parse(text).addresses.filter((address: string) => /\/files\/\d+\//.test(address))).toHaveLength(
    4,
  );
});

test('Given a video with chapters and a document, When it is shown, Then the page leads to them', async () => {
  const { page, text } = await stranger().get(await givenWatched());

  expect(text).toContain('data-seek="42"');
  expect(page.text).toMatch(/Chapters.*Begin.*0:00.*Proof <2>.*0:42/s);
  const [, slides] = /<a href="([^"]*\/files\/[^"]*)">slides/.exec(text) ?? [];
  expect((await fetch(service.url + slides)).headers.get('content-disposition')).toMatch(/^attachment/);
});

test('Given a video that is closed, When a stranger asks for its page, Then nothing beside it is told', async () => {
  const { text } = await stranger().get(await givenWatched({ isRestricted: true }));

  expect(text).not.toMatch(/Proof|slides|<track/);
});
