import { countWaiting, eventually } from '@campus/testing';
import { describe, expect, test } from '@jest/globals';
import { givenVideo } from '../../support/given-records.ts';
import { useService } from '../../support/service.ts';

const service = useService();

/** The address of a video of Ada's, of a minute unless said otherwise. */
async function givenVideoUrl(durationSeconds = 60): Promise<string> {
  const { id } = await givenVideo(service.db, { ownerId: service.ada.id, durationSeconds });
  return `${service.url}/rest/videos/${id}/`;
}

const post = (given: object) =>
  service.ada.client.post('/rest/overlays/').send({ title: 'Note', content: '<p>Look</p>', ...given });

describe('An overlay', () => {
  test('has a place, a background and two seconds of its own when nothing else is said', async () => {
    const video = await givenVideoUrl();

    const { body } = await post({ video }).expect(201);

    expect(body).toEqual({
      id: body.id,
      url: `${service.url}/rest/overlays/${body.id}/`,
      video,
      title: 'Note',
      time_start: 1,
      time_end: 2,
      content: '<p>Look</p>',
      position: 'bottom-right',
      background: true,
    });
  });

  test.each([
    [{ time_start: 0, time_end: 60 }, 201, undefined],
    [{ time_start: 5 }, 400, { time_end: ['The end must come after the start.'] }],
    [{ time_start: 5, time_end: 5 }, 400, { time_end: ['The end must come after the start.'] }],
    [{ time_start: 5, time_end: 61 }, 400, { time_end: ['Give a second up to 60, where the video ends.'] }],
    [
      { time_start: 60, time_end: 70 },
      400,
      {
        time_start: ['Give a second from 0 to 59, before the video ends.'],
        time_end: ['Give a second up to 60, where the video ends.'],
      },
    ],
  ])('of a minute with %j: %d', async (times, expected, problems) => {
    const { status, body } = await post({ video: await givenVideoUrl(), ...times });

    expect(status).toBe(expected);
    expect(body).toMatchObject(problems ?? times);
  });

  test('is moved by one of its times alone only where the other allows', async () => {
    const { body } = await post({ video: await givenVideoUrl(), time_start: 10, time_end: 20 });
    const change = (given: object) => service.ada.client.patch(`/rest/overlays/${body.id}/`).send(given);

    expect((await change({ time_start: 20 }).expect(400)).body).toEqual({
      time_end: ['The end must come after the start.'],
    });
    await change({ time_end: 60 }).expect(200);
    await change({ time_start: 59 }).expect(200);
  });

  test('is moved by one of its times beside what another has made of it in the meantime', async () => {
    const { body } = await post({ video: await givenVideoUrl(), time_start: 10, time_end: 20 });
    const other = await service.sql.connect();
    try {
      await other.query('begin');
      await other.query('update overlays set end_seconds = 15 where id = $1', [body.id]);
      const moving = service.ada.client
        .patch(`/rest/overlays/${body.id}/`)
        .send({ time_start: 17 })
        .then((response) => response);
      await eventually(async () => (await countWaiting(service.sql)) === 1, {
        describe: 'the move waits for the overlay',
      });
      await other.query('commit');

      const answer = await moving;
      expect([answer.status, answer.body]).toEqual([
        400,
        { time_end: ['The end must come after the start.'] },
      ]);
    } finally {
      other.release(true);
    }
  });

  test('stands at an edge or in a corner, or nowhere in particular', async () => {
    const video = await givenVideoUrl();

    const { body } = await post({ video, position: 'middle' }).expect(400);

    expect(body.position).toEqual([
      '"middle" is not a valid choice.',
      'Choose one of: top-left, top, top-right, right, bottom-right, bottom, bottom-left, left.',
    ]);
    expect((await post({ video, position: null }).expect(201)).body.position).toBe(null);
  });
});
