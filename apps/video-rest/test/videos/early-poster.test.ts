import { eventually } from '@campus/testing';
import { expect, test } from '@jest/globals';
import request from 'supertest';
import { clip } from '../support/clips.ts';
import {
  encodingsOf,
  filesOf,
  givenUpload,
  launch,
  untilEncoding,
  untilQuiet,
  untilState,
  videoOf,
} from '../support/encode-videos.ts';
import { endlessSource } from '../support/paced-ffmpeg.ts';
import { useService } from '../support/service.ts';

const service = useService({ encodeConcurrency: 1, encodeThreads: 1 });

test('A video has a poster as soon as its encoding begins, for whom it is, until something is on air or it has another source', async () => {
  const { id, slug } = await givenUpload(service, { source: await endlessSource() });
  await launch(service, slug);
  const poster = await eventually(async () => (await videoOf(service, id)).playback.poster);
  await untilEncoding(service);

  const read = (address: string) => request(service.url).get(new URL(address).pathname);
  expect(await videoOf(service, id)).toMatchObject({
    encoded: false,
    playback: { hls: null, thumbnails: [] },
  });
  expect((await read(poster).expect(200)).headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'no-cache',
  });
  await service.root.client.patch(`/rest/videos/${id}/`).send({ is_restricted: true }).expect(200);
  await read(poster).expect(401);
  const signed = String((await videoOf(service, id)).playback.poster);
  await read(signed).expect(200);

  const [run] = await encodingsOf(service, id);
  await service.root.client.patch(`/rest/encodings/${run?.id}/`).send({ state: 'cancelled' }).expect(200);
  await untilQuiet(service);
  await read(signed).expect(200);
  const source = await clip('silent');
  await service.root.client.patch(`/rest/videos/${id}/`).attach('video', source).expect(200);
  expect((await videoOf(service, id)).playback.poster).toBeNull();
  await read(signed).expect(404);

  await launch(service, slug);
  await untilState(service, id, 'done');
  expect((await videoOf(service, id)).playback.poster).toMatch(/\/poster\.jpg$/);
  // A page that was open all the time.
  await read(signed).expect(200).expect('Content-Type', 'image/jpeg');
  await eventually(async () => expect(await filesOf(service, id)).toHaveLength(2));
});
