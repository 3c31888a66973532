import { expect, test } from '@jest/globals';
import { useService } from '../../support/service.ts';

const service = useService();

async function givenLivestream() {
  const { body: meeting } = await service.staff.client
    .post('/rest/bbb_meeting/')
    .send({ meeting_id: crypto.randomUUID(), internal_meeting_id: 'abc-1', meeting_name: "Réunion d'équipe" })
    .expect(201);
  const { body: livestream } = await service.staff.client
    .post('/rest/bbb_livestream/')
    .send({ meeting: meeting.url, user: service.ada.url })
    .expect(201);
  return { meeting, livestream };
}

const ids = ({ body }: { body: { results: { id: number }[] } }) => body.results.map(({ id }) => id);

test('Given a live stream that is asked for, When bbb-pod-live starts and ends it, Then what it notes is there', async () => {
  const { meeting, livestream } = await givenLivestream();
  const { client } = service.staff;
  const path = `/rest/bbb_livestream/${livestream.id}/`;
  expect(ids(await client.get('/rest/bbb_livestream/?status=0').expect(200))).toContain(livestream.id);
  const asked = await client.get(new URL(livestream.meeting).pathname).expect(200);
  expect(asked.body).toMatchObject({
    meeting_name: "Réunion d'équipe",
    meeting_id: meeting.meeting_id,
    internal_meeting_id: 'abc-1',
  });
  expect((await client.get(path)).body).toMatchObject({
    is_restricted: false,
    enable_chat: false,
    show_chat: true,
    download_meeting: false,
  });

  const started = {
    ...{ server: '1/2', status: 1, broadcaster_id: 7 },
    ...{ redis_hostname: 'live.example.org', redis_port: 6380, redis_channel: 'chat2' },
  };
  await client.patch(path).send(started).expect(200);
  expect(ids(await client.get('/rest/bbb_livestream/?status=1&server=1/2'))).toEqual([livestream.id]);
  const { body: ended } = await client
    .patch(path)
    .send({ end_date: '2026-11-22 18:30:05', status: 2 })
    .expect(200);
  const { body: published } = await client
    .patch(new URL(ended.meeting).pathname)
    .send({ encoded_by: ended.user, encoding_step: 3 })
    .expect(200);

  expect(ended).toMatchObject({
    ...started,
    status: 2,
    user: service.ada.url,
    end_date: '2026-11-22T18:30:05Z',
  });
  expect(published).toMatchObject({
    internal_meeting_id: 'abc-1',
    encoded_by: service.ada.url,
    encoding_step: 3,
  });
});

test('Given a live stream, When anybody but staff asks for it or its meeting, Then they are refused', async () => {
  const { meeting, livestream } = await givenLivestream();

  for (const path of [
    ...['/rest/bbb_meeting/', '/rest/bbb_livestream/'],
    ...[`/rest/bbb_meeting/${meeting.id}/`, `/rest/bbb_livestream/${livestream.id}/`, '/rest/bbb_meeting/0/'],
  ])
    await service.ada.client.get(path).expect(403);
});

test('Given a meeting with a live stream, When it is removed, Then its live stream is too', async () => {
  const { meeting, livestream } = await givenLivestream();

  await service.staff.client.delete(`/rest/bbb_meeting/${meeting.id}/`).expect(204);

  await service.staff.client.get(`/rest/bbb_livestream/${livestream.id}/`).expect(404);
});
