import { describe, expect, test } from '@jest/globals';
import { clip } from '../../support/clips.ts';
import { givenUpload, launch, untilState, videoOf } from '../../support/encode-videos.ts';
import { useService } from '../../support/service.ts';

const service = useService({ encodeConcurrency: 1 });

const list = '/rest/renditions/';

test('A new instance has the three of the reference, each with an MP4', async () => {
  const { body } = await service.ada.client.get(list).expect(200);

  const { results } = body as { results: { id: number; url: string }[] };
  expect(results).toEqual(
    [
      ['640x360', '750k', '96k'],
      ['1280x720', '2000k', '128k'],
      ['1920x1080', '3000k', '192k'],
    ].map(([resolution, video_bitrate, audio_bitrate], place) => ({
      id: results[place]?.id,
      url: `${service.url}${list}${results[place]?.id}/`,
      resolution,
      video_bitrate,
      audio_bitrate,
      encode_mp4: true,
      sites: [`${service.url}/rest/sites/1/`],
    })),
  );
});

test('They are written by staff alone', async () => {
  const given = { resolution: '854x480', video_bitrate: '1000k', audio_bitrate: '96k' };

  await service.ada.client.post(list).send(given).expect(403);
  const { body: made } = await service.staff.client.post(list).send(given).expect(201);
  await service.ada.client.patch(`${list}${made.id}/`).send({ encode_mp4: true }).expect(403);
  const { body: changed } = await service.staff.client
    .patch(`${list}${made.id}/`)
    .type('form')
    .send({ encode_mp4: 'on', video_bitrate: '1200k' })
    .expect(200);

  expect(made).toMatchObject({ ...given, encode_mp4: false });
  expect(changed).toEqual({ ...made, encode_mp4: true, video_bitrate: '1200k' });
  await service.staff.client.delete(`${list}${made.id}/`).expect(204);
});

describe('What could not be encoded is refused', () => {
  test.each([
    ['640', 'no two sides'],
    ['640x361', 'an odd side'],
    ['640 x 360', 'blanks'],
    ['64x32', 'too small'],
    ['4098x1080', 'too long'],
    ['3842x2162', 'too large'],
    ['0640x360', 'a number with a zero before it'],
  ])('a resolution of %s: %s', async (resolution) => {
    const { status, body } = await service.staff.client
      .post(list)
      .send({ resolution, video_bitrate: '750k', audio_bitrate: '96k' });

    expect([status, Object.keys(body)]).toEqual([400, ['resolution']]);
    expect(body.resolution[0]).toContain('like 1280x720');
  });

  test.each(['750', '750K', '0k', '99k', '50001k', '-1k', '1.5k', 'k', 750])(
    'a video bit rate of %j',
    async (video_bitrate) => {
      const { status, body } = await service.staff.client
        .post(list)
        .send({ resolution: '854x480', video_bitrate, audio_bitrate: '96k' });

      expect([status, body]).toEqual([
        400,
        { video_bitrate: ['Enter a bit rate from 100 to 50000 kbit/s, like 2000k.'] },
      ]);
    },
  );

  test('a second one with the same shorter side, in whatever shape, and a resolution that another has', async () => {
    for (const resolution of ['480x360', '360x640', '640x360']) {
      const { status, body } = await service.staff.client
        .post(list)
        .set('Accept-Language', 'fr')
        .send({ resolution, video_bitrate: '750k', audio_bitrate: '96k' });
      expect([status, body]).toEqual([
        400,
        {
          resolution: [
            'Un rendu de cette taille existe déjà\u00a0: deux ne peuvent pas avoir le même petit côté.',
          ],
        },
      ]);
    }
  });
});

test('A change holds for encodings that begin after it, and the last one stays', async () => {
  const { id, slug } = await givenUpload(service, { source: await clip('silent') });
  const encoded = async () => {
    await launch(service, slug);
    await untilState(service, id, 'done');
    return (await videoOf(service, id)).playback;
  };
  const before = await encoded();
  const { body: all } = await service.staff.client.get(list);

  const removals = await Promise.all(
    all.results.map(({ url }: { url: string }) => service.staff.client.delete(new URL(url).pathname)),
  );
  const { body: left } = await service.staff.client.get(list);
  const [last] = left.results;
  await service.staff.client
    .patch(`${list}${last.id}/`)
    .send({ resolution: '240x180', encode_mp4: false })
    .expect(200);
  const between = await videoOf(service, id);
  const after = await encoded();

  expect(removals.map(({ status }) => status).toSorted()).toEqual([204, 204, 409]);
  expect(removals.find(({ status }) => status === 409)?.body.detail).toMatch(/^This is the last rendition/);
  expect(left.count).toBe(1);
  expect(before.mp4).toMatchObject([{ height: 360 }]);
  expect(between.playback).toEqual(before);
  expect(after.mp4).toEqual([]);
  expect(await (await fetch(String(after.hls))).text()).toContain('RESOLUTION=320x180');
});
