import { beforeAll, describe, expect, test } from '@jest/globals';
import { clip } from '../../support/clips.ts';
import { givenEncodedVideo, type ShownVideo, videoOf } from '../../support/encode-videos.ts';
import { inspectMedia, playThrough } from '../../support/inspect-media.ts';
import { useService } from '../../support/service.ts';

const service = useService({ encodeConcurrency: 2 });
let lecture: ShownVideo;

beforeAll(async () => {
  await clip('landscape');
  lecture = await givenEncodedVideo(service, { clip: 'landscape' });
});

/** All addresses that the API names, with those of the renditions in the master playlist. */
async function addressesOf({ playback }: ShownVideo): Promise<string[]> {
  const { hls, mp4, audio, poster } = playback;
  const master = await (await fetch(String(hls))).text();
  const listed = master.split('\n').flatMap((line) => {
    const uri = /^#.*URI="([^"]+)"/.exec(line)?.[1] ?? (line.startsWith('#') ? '' : line);
    return uri === '' ? [] : [new URL(uri, String(hls)).href];
  });
  return [hls, ...mp4.map(({ url }) => url), audio, poster, ...listed].filter((url) => url !== null);
}

async function statusesOf(addresses: string[]): Promise<number[]> {
  return Promise.all(addresses.map(async (url) => (await fetch(url)).status));
}

/** The same file without the right that a signature gives. */
function unsigned(address: string): string {
  return address.replace(/\/signed\/[^/]+/, '');
}

describe('The playback of an encoded video', () => {
  test('is a master playlist that plays to its end over HTTP, with pictures of every size and sound', async () => {
    const hls = String(lecture.playback.hls);

    const { streams } = await inspectMedia(hls);

    const sizes = streams.flatMap(({ codec_type, width, height }) =>
      codec_type === 'video' ? [`${width}x${height}`] : [],
    );
    expect(sizes.sort()).toEqual(['1280x720', '640x360']);
    expect(streams.filter(({ codec_type }) => codec_type === 'audio').length).toBeGreaterThan(0);
    await playThrough(hls);
    expect((await fetch(hls)).headers.get('content-type')).toBe('application/vnd.apple.mpegurl');
  });

  test('is an MP4 of each size, the smallest first, at the height that the API names', async () => {
    const [small, mp4, ...others] = lecture.playback.mp4;

    const { streams, format } = await inspectMedia(String(mp4?.url));

    expect([small?.height, mp4?.height, others]).toEqual([360, 720, []]);
    expect(streams.map(({ codec_name, height }) => ({ codec_name, height }))).toEqual([
      { codec_name: 'h264', height: mp4?.height },
      { codec_name: 'aac', height: undefined },
    ]);
    expect(Number(format.duration)).toBeCloseTo(3, 0);
    await playThrough(String(mp4?.url));
  });

  test('is listed file by file, each at an address that works without credentials', async () => {
    const listed = await Promise.all(
      ['encodings_video', 'encodings_audio', 'playlist_videos'].map(async (name) => {
        const { body } = await service.root.client.get(`/rest/${name}/?video=${lecture.id}`).expect(200);
        return body.results as { source_file: string }[];
      }),
    );

    const addresses = listed.flat().map(({ source_file }) => source_file);
    expect(listed.map(({ length }) => length)).toEqual([4, 1, 3]);
    expect(new Set(addresses)).toEqual(
      new Set(
        (await addressesOf(lecture))
          .filter((address) => !/poster|audio\.m3u8/.test(address))
          .concat(
            ['360p', '720p'].map((name) =>
              String(lecture.playback.hls).replace('master.m3u8', `${name}.m4s`),
            ),
          ),
      ),
    );
    expect(new Set(await statusesOf(addresses))).toEqual(new Set([200]));
  });

  test('has the sound alone, and a poster', async () => {
    const audio = await inspectMedia(String(lecture.playback.audio));
    const poster = await inspectMedia(String(lecture.playback.poster));

    expect(audio.streams.map(({ codec_name }) => codec_name)).toEqual(['aac']);
    expect(poster.streams).toMatchObject([{ codec_name: 'mjpeg', width: 1280, height: 720 }]);
  });

  test('goes with the duration that was encoded', () => {
    expect(lecture).toMatchObject({ encoded: true, duration: 3, duration_in_time: '00:00:03' });
  });

  test('is public, under addresses that stay', async () => {
    const addresses = await addressesOf(lecture);

    expect(new Set(await statusesOf(addresses))).toEqual(new Set([200]));
    expect((await videoOf(service, lecture.id)).playback).toEqual(lecture.playback);
  });

  test('of sound alone is HLS and m4a, without pictures', async () => {
    const { playback, ...video } = await givenEncodedVideo(service, { clip: 'mp3' });

    expect(video.encoded).toBe(true);
    expect(playback).toMatchObject({ mp4: [], poster: null });
    const { streams } = await inspectMedia(String(playback.hls));
    expect(new Set(streams.map(({ codec_type }) => codec_type))).toEqual(new Set(['audio']));
    await playThrough(String(playback.hls));
    await playThrough(String(playback.audio));
  });

  test('of a silent video has no sound', async () => {
    const { playback } = await givenEncodedVideo(service, { clip: 'silent' });

    expect(playback.audio).toBeNull();
    await playThrough(String(playback.hls));
  });
});

describe.each([
  ['is_draft', 404],
  ['is_restricted', 200],
] as const)('The playback of a video with %s', (field, forSomebodyElse) => {
  test('plays for whoever has its signed addresses, without credentials, and not without the signature', async () => {
    const video = await givenEncodedVideo(service, { clip: 'silent', [field]: 'true' });

    const addresses = await addressesOf(video);

    expect(addresses.length).toBeGreaterThan(3);
    expect(new Set(await statusesOf(addresses))).toEqual(new Set([200]));
    await playThrough(String(video.playback.hls));
    const bare = addresses.map(unsigned);
    expect(bare).not.toEqual(addresses);
    expect(new Set(await statusesOf(bare))).toEqual(new Set([401]));
    const paths = bare.map((url) => new URL(url).pathname);
    const byAda = await Promise.all(paths.map(async (path) => (await service.ada.client.get(path)).status));
    const byStaff = await Promise.all(
      paths.map(async (path) => (await service.staff.client.get(path)).status),
    );
    expect(new Set(byAda)).toEqual(new Set([forSomebodyElse]));
    expect(new Set(byStaff)).toEqual(new Set([200]));
  });
});

describe('When a public video becomes restricted', () => {
  test('its former addresses no longer play, and those that the API shows then do', async () => {
    const before = await givenEncodedVideo(service, { clip: 'silent' });

    const { body: after } = await service.root.client
      .patch(`/rest/videos/${before.id}/`)
      .send({ is_restricted: true });

    expect((await fetch(String(before.playback.hls))).status).toBe(401);
    expect((await fetch(String(after.playback.hls))).status).toBe(200);
  });
});
