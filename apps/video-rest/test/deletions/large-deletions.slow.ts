import { eventually } from '@campus/testing';
import { expect, test } from '@jest/globals';
import { givenManyVideos } from '../support/many-videos.ts';
import { useService } from '../support/service.ts';

const service = useService();

/** More than one transaction could ever remove. */
const many = Number(process.env.MANY_VIDEOS ?? 200_000);

test('A channel that a great many videos have is answered at once, and gone in pieces while others are answered', async () => {
  const { client } = service.staff;
  const { body: channel } = await client
    .post('/rest/channels/')
    .send({ title: 'All', themes: [] })
    .expect(201);
  for (let left = many; left > 0; left -= 10_000) {
    const ids = await givenManyVideos(service.sql, {
      count: Math.min(left, 10_000),
      ownerId: service.ada.id,
    });
    await service.sql.query('insert into "_ChannelToVideo" ("A", "B") select $1, unnest($2::int[])', [
      channel.id,
      ids,
    ]);
  }
  const held = () => process.memoryUsage().rss / 2 ** 20;
  const before = held();
  const answeredIn: number[] = [];
  let most = 0;

  const begun = performance.now();
  await client.delete(`/rest/channels/${channel.id}/`).expect(204);
  const answered = performance.now() - begun;
  await client.get(`/rest/channels/${channel.id}/`).expect(404);
  await eventually(
    async () => {
      const asked = performance.now();
      await client.get('/rest/videos/').expect(200);
      answeredIn.push(performance.now() - asked);
      most = Math.max(most, held());
      const { body } = await client.get('/rest/deletions/').expect(200);
      expect(body.results).toEqual([expect.objectContaining({ state: 'ended', done: many })]);
    },
    { timeoutMs: 3_000_000 },
  );

  const seconds = (performance.now() - begun) / 1000;
  const median = answeredIn.toSorted((a, b) => a - b)[answeredIn.length >> 1] ?? 0;
  process.stdout.write(
    `${many} videos: answered in ${answered.toFixed(0)} ms, gone after ${seconds.toFixed(0)} s; a list of videos meanwhile ${median.toFixed(0)} ms in the median; ${(most - before).toFixed(0)} MiB more\n`,
  );
  expect(answered).toBeLessThan(5_000);
  expect(most - before).toBeLessThan(100);
});
