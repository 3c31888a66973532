import { describe, expect, test } from '@jest/globals';
import { givenVideo } from '../../support/given-records.ts';
import { givenOnAir, outputsOfSound, outputsOfVideo } from '../../support/on-air.ts';
import { type Person, useService } from '../../support/service.ts';

const service = useService();

async function givenEncoded(outputs = outputsOfVideo, columns: { isDraft?: boolean } = {}): Promise<number> {
  const { id } = await givenVideo(service.db, { ownerId: service.ada.id, ...columns });
  await givenOnAir(service, id, outputs);
  return id;
}

interface ShownFile {
  id: number;
  name: string;
  video: string;
  rendition: string | null;
  encoding_format: string;
  source_file: string;
}

async function filesOf(list: string, videoId: number, who: Person = service.ada): Promise<ShownFile[]> {
  return (await who.client.get(`/rest/${list}/?video=${videoId}`).expect(200)).body.results;
}

/** The call of the Moodle plugin, as its own HTTP class writes it. */
async function asMoodle(list: string, action: string, query: string, who: Person = service.ada) {
  const { status, body } = await who.client.get(`/rest/${list}/${action}/?&${query}&format=json`);
  return [status, body.map(({ source_file }: ShownFile) => source_file.split('/').at(-1))];
}

const fileNames = (files: ShownFile[]) =>
  files.map(({ name, encoding_format, source_file }) => [
    name,
    encoding_format,
    source_file.split('/').at(-1),
  ]);

test('What is on air of a video is listed as its files, those of each rendition with its address', async () => {
  const id = await givenEncoded();
  const { body: ladder } = await service.ada.client.get('/rest/renditions/');
  const [small, middle] = ladder.results;

  const pictures = await filesOf('encodings_video', id);

  expect(fileNames(pictures)).toEqual([
    ['360p', 'video/mp4', '360p.mp4'],
    ['360p', 'video/mp2t', '360p.m4s'],
    ['720p', 'video/mp4', '720p.mp4'],
    ['720p', 'video/mp2t', '720p.m4s'],
  ]);
  expect(pictures.map(({ rendition }) => rendition)).toEqual([small.url, small.url, middle.url, middle.url]);
  expect(pictures[0]).toEqual({
    id: pictures[0]?.id,
    url: `${service.url}/rest/encodings_video/${pictures[0]?.id}/`,
    name: '360p',
    video: `${service.url}/rest/videos/${id}/`,
    rendition: small.url,
    encoding_format: 'video/mp4',
    source_file: expect.stringMatching(
      new RegExp(`^${service.url}/media/videos/${id}/encoding-\\d+/360p.mp4$`),
    ),
  });
  expect(fileNames(await filesOf('encodings_audio', id))).toEqual([['audio', 'video/mp4', 'audio.m4a']]);
  expect(fileNames(await filesOf('playlist_videos', id))).toEqual([
    ['360p', 'application/x-mpegURL', '360p.m3u8'],
    ['720p', 'application/x-mpegURL', '720p.m3u8'],
    ['playlist', 'application/x-mpegURL', 'master.m3u8'],
  ]);
});

test('There is a row for every rendition without an MP4 too, as of encodings from before there was one of each', async () => {
  const id = await givenEncoded({ ...outputsOfVideo, mp4: [{ height: 720, file: '720p.mp4' }] });

  expect(fileNames(await filesOf('encodings_video', id))).toEqual([
    ['360p', 'video/mp2t', '360p.m4s'],
    ['720p', 'video/mp4', '720p.mp4'],
    ['720p', 'video/mp2t', '720p.m4s'],
  ]);
});

test('Sound alone has its sound and one playlist', async () => {
  const id = await givenEncoded(outputsOfSound);

  expect(await filesOf('encodings_video', id)).toEqual([]);
  expect(fileNames(await filesOf('encodings_audio', id))).toEqual([['audio', 'video/mp4', 'audio.m4a']]);
  expect(fileNames(await filesOf('playlist_videos', id))).toEqual([
    ['playlist', 'application/x-mpegURL', 'master.m3u8'],
  ]);
});

test('An own size under the lowest rendition belongs to the lowest, one that no rendition has any more to none', async () => {
  const rendition = (name: string, width: number, height: number) => ({ name, width, height, bandwidth: 1 });
  const id = await givenEncoded({
    ...outputsOfVideo,
    renditions: [rendition('240p', 426, 240), rendition('480p', 480, 854), rendition('720p', 720, 1280)],
  });
  const { body: ladder } = await service.ada.client.get('/rest/renditions/');
  const [small, middle] = ladder.results;

  const pictures = await filesOf('encodings_video', id);

  expect(Object.fromEntries(pictures.map((file) => [file.name, file.rendition]))).toEqual({
    '240p': small.url,
    '480p': null,
    '720p': middle.url,
  });
});

test('A rendition that is removed leaves what was encoded with it', async () => {
  const given = { resolution: '854x480', video_bitrate: '1000k', audio_bitrate: '96k' };
  const { body: made } = await service.staff.client.post('/rest/renditions/').send(given).expect(201);
  const id = await givenEncoded({
    ...outputsOfVideo,
    renditions: [{ name: '480p', width: 854, height: 480, bandwidth: 1 }],
  });
  const before = await filesOf('encodings_video', id);

  await service.staff.client.delete(`/rest/renditions/${made.id}/`).expect(204);

  expect(before.map(({ rendition }) => rendition)).toEqual([made.url]);
  expect(await filesOf('encodings_video', id)).toEqual(before.map((file) => ({ ...file, rendition: null })));
});

test('A new encoding replaces the rows, and a video takes them with it', async () => {
  const id = await givenEncoded();
  const before = await filesOf('encodings_video', id);

  await givenOnAir(service, id, { ...outputsOfVideo, mp4: [] });
  const after = await filesOf('encodings_video', id);
  await service.db.prisma.video.delete({ where: { id } });

  expect(after.map(({ name }) => name)).toEqual(['360p', '720p']);
  for (const { id: gone } of [...before, ...after])
    await service.staff.client.get(`/rest/encodings_video/${gone}/`).expect(404);
});

test('What was on air before there were such rows is listed by the statement of the migration', async () => {
  const ids = [await givenEncoded(), await givenEncoded(outputsOfSound)];
  const shown = async () =>
    (
      await Promise.all(
        ['encodings_video', 'encodings_audio', 'playlist_videos'].map(async (list) =>
          (await Promise.all(ids.map((id) => filesOf(list, id)))).flat(),
        ),
      )
    ).map(fileNames);
  const before = await shown();
  for (const table of ['encoded_videos', 'encoded_audios', 'encoded_playlists'])
    await service.sql.query(`delete from ${table}`);

  await service.sql.query(
    'select list_encoded_files(array_agg(id)) from videos where encoding_id is not null',
  );

  expect(await shown()).toEqual(before);
  const { body } = await service.staff.client.get('/rest/encodings_audio/?page_size=1').expect(200);
  const { rows } = await service.sql.query('select count(*)::int from encoded_audios');
  expect(body.count).toBe(rows[0]?.count);
});

test('They are nobody’s to write', async () => {
  for (const list of ['encodings_video', 'encodings_audio', 'playlist_videos']) {
    const { status, headers } = await service.staff.client.post(`/rest/${list}/`).send({ name: '360p' });
    expect([list, status, headers.allow]).toEqual([list, 405, 'GET, HEAD, OPTIONS']);
  }
});

describe('Whoever may not see a video', () => {
  test('finds none of its files', async () => {
    const id = await givenEncoded(outputsOfVideo, { isDraft: true });
    const [file] = await filesOf('encodings_video', id);
    const grace = await service.givenUser();

    expect((await grace.client.get(`/rest/encodings_video/${file?.id}/`)).status).toBe(404);
    expect(await asMoodle('encodings_video', 'video_encodedfiles', `video=${id}`, grace)).toEqual([200, []]);
    expect(await asMoodle('encodings_audio', 'audio_encodedfiles', `video=${id}`, grace)).toEqual([200, []]);
  });

  test('reads them by the signed addresses that others are shown', async () => {
    const id = await givenEncoded(outputsOfVideo, { isDraft: true });

    const files = await filesOf('encodings_video', id);

    for (const { source_file } of files)
      expect(source_file).toMatch(
        new RegExp(`^${service.url}/media/signed/[^/]+/videos/${id}/encoding-\\d+/\\d+p.m`),
      );
  });
});

describe('The files of a video, as learning platforms ask for them', () => {
  test('are an array from the smallest on, of one extension with its dot or without, in any case', async () => {
    const id = await givenEncoded();
    const ask = (query: string) => asMoodle('encodings_video', 'video_encodedfiles', `video=${id}${query}`);

    for (const extension of ['mp4', '.mp4', 'MP4'])
      expect(await ask(`&extension=${extension}`)).toEqual([200, ['360p.mp4', '720p.mp4']]);
    expect(await ask('&extension=m4s')).toEqual([200, ['360p.m4s', '720p.m4s']]);
    expect(await ask('')).toEqual([200, expect.arrayContaining(['360p.mp4', '720p.m4s'])]);
    expect(await asMoodle('encodings_audio', 'audio_encodedfiles', `video=${id}&extension=m4a`)).toEqual([
      200,
      ['audio.m4a'],
    ]);
  });

  test('are an empty array for whatever else is asked', async () => {
    const id = await givenEncoded();
    const queries = [
      ...['', 'video=', 'video=0', 'video=abc', 'video=999999', 'video=99999999999', 'video=%00'],
      ...[`video=${id}&extension=webm`, `video=${id}&extension=%25`, `video=${id}&extension=%00`],
    ];

    for (const query of queries)
      expect([query, await asMoodle('encodings_video', 'video_encodedfiles', query)]).toEqual([
        query,
        [200, []],
      ]);
  });

  test('are the same whatever is asked besides', async () => {
    const id = await givenEncoded();

    expect(
      await asMoodle('encodings_video', 'video_encodedfiles', `video=${id}&extension=mp4&page=4&no_such=1`),
    ).toEqual([200, ['360p.mp4', '720p.mp4']]);
  });
});
