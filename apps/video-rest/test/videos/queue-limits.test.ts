import { expect, test } from '@jest/globals';
import { givenUpload, launch, untilEncoding, untilState } from '../support/encode-videos.ts';
import { endlessSource, pacedFfmpeg, sourceOfSeconds } from '../support/paced-ffmpeg.ts';
import { useService } from '../support/service.ts';

const service = useService(
  { encodeConcurrency: 2, encodeRunningPerOwner: 1, encodeQueuedPerOwner: 3 },
  { tools: { ffmpeg: await pacedFfmpeg() } },
);

test('Given one at work an owner, When somebody asks for three, Then they are done one after another', async () => {
  const source = await sourceOfSeconds(1);
  const videos = [await givenUpload(service, { source }), await givenUpload(service, { source })];
  videos.push(await givenUpload(service, { source }));
  for (const { slug } of videos) await launch(service, slug);

  const runs = [];
  for (const { id } of videos) runs.push(await untilState(service, id, 'done'));

  const times = runs
    .map(({ started_at, finished_at }) => ({ from: String(started_at), to: String(finished_at) }))
    .toSorted((one, other) => (one.from < other.from ? -1 : 1));
  for (const [n, { from }] of times.slice(1).entries()) expect(from >= String(times[n]?.to)).toBe(true);
});

test('Given three that wait, When their owner asks for a fourth, Then it is refused, and nobody else is', async () => {
  const source = await endlessSource();
  const adas = [];
  for (let count = 0; count < 5; count += 1)
    adas.push(await givenUpload(service, { source, owner: service.staff }));
  const [atWork, ...waiting] = adas.map(({ slug }) => slug);
  await launch(service, String(atWork));
  await untilEncoding(service);
  for (const slug of waiting.slice(0, 3)) await launch(service, slug);

  const refused = await service.root.client.get(`/rest/launch_encode_view/?slug=${waiting[3]}`);
  const again = await service.root.client.get(`/rest/launch_encode_view/?slug=${waiting[1]}`);
  const other = await givenUpload(service, { source, owner: service.root });

  expect(refused.status).toBe(429);
  expect(refused.headers['retry-after']).toBe('60');
  expect(refused.body.detail).toBe(
    'The owner of this video has as many encodings waiting as may be: 3. Ask again when some are done, or cancel some.',
  );
  expect(again.status).toBe(200);
  await launch(service, other.slug);
  await untilState(service, other.id, 'running');
});
