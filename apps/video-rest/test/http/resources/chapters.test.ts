import { describe, expect, test } from '@jest/globals';
import { givenVideo } from '../../support/given-records.ts';
import { useService } from '../../support/service.ts';

const service = useService();

/** The address of a video of Ada's; of a length that nobody knows when it is 0. */
async function givenVideoOf(durationSeconds = 60): Promise<string> {
  const { id } = await givenVideo(service.db, { ownerId: service.ada.id, durationSeconds });
  return `${service.url}/rest/videos/${id}/`;
}

const post = (given: object) => service.ada.client.post('/rest/chapters/').send(given);
const patch = ({ id }: { id: number }, given: object) =>
  service.ada.client.patch(`/rest/chapters/${id}/`).send(given);

describe('A chapter', () => {
  test('begins with its video when nothing else is said', async () => {
    const video = await givenVideoOf();

    const { body } = await post({ video, title: 'Opening' }).expect(201);

    expect(Object.entries(body)).toEqual([
      ['id', body.id],
      ['url', `${service.url}/rest/chapters/${body.id}/`],
      ['video', video],
      ['title', 'Opening'],
      ['time_start', 0],
    ]);
  });

  test.each([
    [60, 59, 60],
    [61.5, 61, 62],
    [0.4, 0, 1],
  ])('of a video of %d seconds begins at second %d, and none at %d', async (seconds, last, after) => {
    const video = await givenVideoOf(seconds);

    await post({ video, title: 'Last', time_start: last }).expect(201);
    const { body } = await post({ video, title: 'After', time_start: after }).expect(400);

    expect(body).toEqual({ time_start: [`Give a second from 0 to ${last}, before the video ends.`] });
  });

  test('Given a video whose length nobody knows, Then it begins anywhere from 0', async () => {
    const video = await givenVideoOf(0);

    await post({ video, title: 'Late', time_start: 90_000 }).expect(201);
    const { body } = await post({ video, title: 'Before', time_start: -1 }).expect(400);

    expect(body).toEqual({ time_start: ['Ensure this value is greater than or equal to 0.'] });
  });

  test('moves within its video and to another one as far as that lasts', async () => {
    const { body: chapter } = await post({ video: await givenVideoOf(), title: 'Middle', time_start: 30 });
    const [short, long] = [await givenVideoOf(20), await givenVideoOf(40)];

    expect((await patch(chapter, { video: short }).expect(400)).body).toEqual({
      time_start: ['Give a second from 0 to 19, before the video ends.'],
    });
    expect((await patch(chapter, { time_start: 60 })).status).toBe(400);
    expect((await patch(chapter, { video: long }).expect(200)).body).toMatchObject({ video: long });
  });

  test('Given a shorter source since, Then what it says besides is still changed', async () => {
    const video = await givenVideoOf();
    const { body: chapter } = await post({ video, title: 'Middle', time_start: 30 });
    await service.sql.query('update videos set duration_seconds = 20 where id = $1', [
      Number(/(\d+)\/$/.exec(video)?.[1]),
    ]);

    const { body } = await patch(chapter, { title: 'Once the middle', time_start: 30 }).expect(200);

    expect(body).toMatchObject({ title: 'Once the middle', time_start: 30 });
  });

  test('is there once with its title, time and video', async () => {
    const [video, other] = [await givenVideoOf(), await givenVideoOf()];
    const given = { video, title: 'Part', time_start: 5 };
    const { body: first } = await post(given).expect(201);
    const { body: second } = await post({ ...given, time_start: 6 }).expect(201);
    await post({ ...given, title: 'Another' }).expect(201);
    await post({ ...given, video: other }).expect(201);
    const refusal = {
      non_field_errors: ['This video has a chapter of this title at this time already.'],
    };

    expect((await post(given).expect(400)).body).toEqual(refusal);
    expect((await patch(second, { time_start: 5 }).expect(400)).body).toEqual(refusal);
    await patch(first, { ...given }).expect(200);
  });

  test('Given the same chapter twice at once, Then one of them is refused', async () => {
    const given = { video: await givenVideoOf(), title: 'Race' };

    const answers = await Promise.all([post(given), post(given), post(given)]);

    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400]);
  });
});

test('Chapters are listed by video, and in the order in which they are played', async () => {
  const [first, second] = [await givenVideoOf(), await givenVideoOf()];
  await post({ video: second, title: 'c', time_start: 1 });
  await post({ video: first, title: 'b', time_start: 9 });
  await post({ video: first, title: 'a', time_start: 3 });
  const titlesAt = async (query: string) => {
    const { body } = await service.ada.client.get(`/rest/chapters/?page_size=1000${query}`).expect(200);
    return body.results.map(({ title }: { title: string }) => title);
  };

  expect((await titlesAt('')).slice(-3)).toEqual(['a', 'b', 'c']);
  expect(await titlesAt(`&video=${encodeURIComponent(first)}`)).toEqual(['a', 'b']);
});

test('Chapters go with their video, and nobody else has those of a draft', async () => {
  const video = await givenVideoOf();
  const { body: chapter } = await post({ video, title: 'Opening' }).expect(201);
  const address = `/rest/chapters/${chapter.id}/`;
  const { client } = await service.givenUser();
  await service.ada.client.patch(new URL(video).pathname).send({ is_draft: true }).expect(200);

  await client.get(address).expect(404);
  await client.post('/rest/chapters/').send({ video, title: 'Mine' }).expect(403);
  await service.ada.client.delete(new URL(video).pathname).expect(204);
  await service.root.client.get(address).expect(404);
});
