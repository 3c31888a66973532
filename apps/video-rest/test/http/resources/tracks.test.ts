import { describe, expect, test } from '@jest/globals';
import { givenVideo } from '../../support/given-records.ts';
import { givenFile } from '../../support/kept-files.ts';
import { useService } from '../../support/service.ts';

const service = useService();

/** A video of Ada's, as a client names it. */
async function givenVideoUrl(columns: { isDraft?: boolean } = {}): Promise<string> {
  const { id } = await givenVideo(service.db, { ownerId: service.ada.id, ...columns });
  return `${service.url}/rest/videos/${id}/`;
}

const notVtt = 'The file is no WebVTT (.vtt); subtitles in SRT become WebVTT when they are kept.';

describe('A track', () => {
  test('is made by a form with a video and a file, and shows what clients read', async () => {
    const [video, { url: src }] = [await givenVideoUrl(), await givenFile(service)];
    const { body } = await service.ada.client
      .post('/rest/tracks/')
      .type('form')
      .send({ video, kind: 'captions', lang: 'en', src })
      .expect(201);

    expect(Object.entries(body)).toEqual([
      ['id', body.id],
      ['url', `${service.url}/rest/tracks/${body.id}/`],
      ['video', video],
      ['kind', 'captions'],
      ['lang', 'en'],
      ['src', src],
    ]);
    const { body: found } = await service.ada.client.get('/rest/tracks/').query({ video }).expect(200);
    expect(found.results).toEqual([body]);
  });

  test.each([
    ['bh', 'Bihari languages', 'langues biharies'],
    ['mo', 'Moldovan', 'moldave'],
    ['sh', 'Serbo-Croatian', 'serbo-croate'],
  ])('may be in %s, as its video, which other platforms have', async (lang, english, french) => {
    const [video, { url: src }] = [await givenVideoUrl(), await givenFile(service)];
    const { body } = await service.ada.client.post('/rest/tracks/').send({ video, lang, src }).expect(201);
    await service.ada.client.patch(new URL(video).pathname).send({ main_lang: lang }).expect(200);
    const { slug } = (await service.ada.client.get(new URL(video).pathname)).body;
    const page = async (language: string) =>
      (await service.as({ 'Accept-Language': language }).get(`/video/${slug}/`).expect(200)).text;

    expect(body.lang).toBe(lang);
    expect(await page('en')).toContain(english);
    expect(await page('fr')).toContain(french);
  });

  test('is one of its kind in its language', async () => {
    const video = await givenVideoUrl();
    const post = (given: object) => service.ada.client.post('/rest/tracks/').send({ video, ...given });
    const { body: first } = await post({}).expect(201);
    await post({ lang: 'en' }).expect(201);
    await post({ kind: 'captions' }).expect(201);
    const again = await post({ kind: 'subtitles', lang: 'fr' });

    expect([first.kind, first.lang, first.src]).toEqual(['subtitles', 'fr', null]);
    expect([again.status, again.body]).toEqual([
      400,
      { non_field_errors: ['The video has a track of this kind in this language already.'] },
    ]);
  });

  test('shows WebVTT and nothing else, now and later', async () => {
    const video = await givenVideoUrl();
    const document = await givenFile(service, { name: 'slides.pdf', content: '%PDF-1.7' });
    const refused = await service.ada.client.post('/rest/tracks/').send({ video, src: document.url });
    const subtitles = await givenFile(service);
    await service.ada.client.post('/rest/tracks/').send({ video, src: subtitles.url }).expect(201);
    const replaced = await service.ada.client
      .patch(`/rest/files/${subtitles.id}/`)
      .attach('file', Buffer.from('%PDF-1.7'), 'slides.pdf');

    expect([refused.status, refused.body]).toEqual([400, { src: [notVtt] }]);
    expect([replaced.status, replaced.body]).toEqual([
      400,
      { file: ['A track of a video shows this file: only WebVTT or SRT takes its place.'] },
    ]);
  });

  test('goes with its file, and with its video', async () => {
    const [video, other] = [await givenVideoUrl(), await givenVideoUrl()];
    const { url: src } = await givenFile(service);
    const { body: track } = await service.ada.client.post('/rest/tracks/').send({ video, src }).expect(201);
    const { body: without } = await service.ada.client
      .post('/rest/tracks/')
      .send({ video: other })
      .expect(201);
    await service.ada.client.delete(new URL(src).pathname).expect(204);
    await service.ada.client.delete(new URL(other).pathname).expect(204);

    for (const { id } of [track, without]) await service.ada.client.get(`/rest/tracks/${id}/`).expect(404);
  });
});

test.each(['tracks', 'documents'])(
  'Given %s of a draft, Then somebody else has none, and makes none',
  async (path) => {
    const video = await givenVideoUrl({ isDraft: true });
    const { body } = await service.ada.client.post(`/rest/${path}/`).send({ video }).expect(201);
    const eve = await service.givenUser();

    await eve.client.get(`/rest/${path}/${body.id}/`).expect(404);
    await eve.client.post(`/rest/${path}/`).send({ video }).expect(403);
    const { body: seen } = await eve.client.get(`/rest/${path}/?page_size=100`).expect(200);
    expect(seen.results).not.toContainEqual(expect.objectContaining({ video }));
  },
);

test('Given a file, When it becomes a document of a video by a form, Then the video lists it until the file goes', async () => {
  const [video, { url: document }] = [await givenVideoUrl(), await givenFile(service, { name: 'a.txt' })];
  const { body } = await service.ada.client.post('/rest/documents/').field({ video, document }).expect(201);
  const listed = async () => (await service.ada.client.get('/rest/documents/').query({ video })).body.results;

  expect(await listed()).toEqual([{ id: body.id, url: body.url, video, document }]);
  await service.ada.client.delete(new URL(document).pathname).expect(204);
  expect(await listed()).toEqual([]);
});
