import { expect, test } from '@jest/globals';
import { readProbeReport } from '../../src/ffmpeg/read-probe-report.ts';
import { clip } from '../support/clips.ts';
import {
  givenUpload,
  launch,
  type ShownVideo,
  untilQuiet,
  untilState,
  videoOf,
} from '../support/encode-videos.ts';
import { givenFile } from '../support/kept-files.ts';
import { useService } from '../support/service.ts';

const service = useService({ encodeConcurrency: 1, encodeThreads: 1 });

interface ShownTrack {
  url: string;
  kind: string;
  lang: string;
  src: string;
}

async function tracksOf({ id }: { id: number }): Promise<ShownTrack[]> {
  return (await service.root.client.get(`/rest/tracks/?video=${id}`).expect(200)).body.results;
}

async function fileOf({ src }: ShownTrack): Promise<{ name: string; text: string }> {
  const { body } = await service.root.client.get(new URL(src).pathname).expect(200);
  return { name: body.name, text: await (await fetch(body.file)).text() };
}

async function encode({ id, slug }: ShownVideo): Promise<void> {
  await launch(service, slug);
  await untilState(service, id, 'done');
  await untilQuiet(service);
}

const kinds = (tracks: ShownTrack[]) => tracks.map(({ kind, lang }) => `${kind} ${lang}`).sort();

test('Subtitles in a source become tracks, once, and those of a former source go; what somebody removed or changed stays so', async () => {
  const video = await givenUpload(service, { source: await clip('bilingual') });
  await encode(video);

  const tracks = await tracksOf(video);
  expect(kinds(tracks)).toEqual(['captions en', 'subtitles fr']);
  const [french, english] = tracks.toSorted((one, other) => other.lang.localeCompare(one.lang));
  if (french === undefined || english === undefined) throw new Error('there are two');
  expect(await fileOf(french)).toEqual({
    name: 'Français',
    text: expect.stringMatching(/^WEBVTT\n\n00:01\.0\d\d --> 00:03\.0\d\d\nBonjour\n$/),
  });

  await service.root.client.delete(new URL(english.url).pathname).expect(204);
  await encode(video);
  expect(kinds(await tracksOf(video))).toEqual(['subtitles fr']);

  await service.root.client
    .patch(`/rest/videos/${video.id}/`)
    .attach('video', await clip('silent'))
    .expect(200);
  await encode(video);
  expect(await tracksOf(video)).toEqual([]);
  await service.root.client.get(new URL(french.src).pathname).expect(404);
});

test('A track that people have made stays, beside those of the source', async () => {
  const video = await givenUpload(service, { source: await clip('bilingual') });
  const { url: src } = await givenFile(service);
  await service.root.client
    .post('/rest/tracks/')
    .send({ video: video.url, kind: 'subtitles', lang: 'fr', src })
    .expect(201);

  await encode(video);

  const tracks = await tracksOf(video);
  expect(kinds(tracks)).toEqual(['captions en', 'subtitles fr']);
  expect(tracks.find(({ lang }) => lang === 'fr')?.src).toBe(src);
  await encode(await videoOf(service, video.id));
  expect(await tracksOf(video)).toHaveLength(2);
});

test('Subtitles that are pictures are known as such, whatever they say of themselves', () => {
  const stream = (index: number, codec_name: string, tags = {}) => ({
    ...{ index, codec_name, codec_type: 'subtitle', tags },
  });
  const streams = [
    { index: 0, codec_type: 'audio', codec_name: 'aac', channels: 2 },
    stream(1, 'dvd_subtitle', { language: 'fre' }),
    stream(2, 'hdmv_pgs_subtitle'),
    stream(3, 'ass', { language: '\0\0', title: '\0' }),
  ];

  const { subtitles } = readProbeReport({
    format: { format_name: 'matroska,webm', nb_streams: 4, duration: '5' },
    streams,
  });

  expect(subtitles?.map(({ isText, language }) => [isText, language])).toEqual([
    [false, 'fr'],
    [false, undefined],
    [true, undefined],
  ]);
  expect(subtitles?.[2]?.title).toBeUndefined();
});
