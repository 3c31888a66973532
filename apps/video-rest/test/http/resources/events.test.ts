import { describe, expect, test } from '@jest/globals';
import { givenType, givenVideo } from '../../support/given-records.ts';
import { postBroadcaster } from '../../support/post-resources.ts';
import { type Person, useService } from '../../support/service.ts';

const service = useService();

async function givenEvent(given: object = {}, by: Person = service.ada) {
  const { slug } = await postBroadcaster(service);
  const broadcaster = `${service.url}/rest/broadcasters/${slug}/`;
  await givenType(service.db);
  const { body } = await by.client
    .post('/rest/events/')
    .send({ title: 'Séance ouverte', owner: by.url, broadcaster, ...given })
    .expect(201);
  return { ...body, path: `/rest/events/${body.id}/` };
}

describe('An event', () => {
  test('Given a title, an owner and a broadcaster, When it is created, Then the rest is as existing clients know it', async () => {
    const before = new Date();

    const { path, ...event } = await givenEvent();

    expect(event).toEqual({
      id: event.id,
      url: `${service.url}/rest/events/${event.id}/`,
      title: 'Séance ouverte',
      owner: service.ada.url,
      additional_owners: [],
      slug: `${String(event.id).padStart(4, '0')}-seance-ouverte`,
      description: '',
      start_date: expect.stringMatching(/:00Z$/),
      end_date: expect.any(String),
      broadcaster: event.broadcaster,
      type: `${service.url}/rest/types/1/`,
      is_draft: true,
      is_restricted: false,
      is_auto_start: false,
      videos: [],
      thumbnail: null,
      video_on_hold: null,
      enable_transcription: false,
    });
    const [start, end] = [Date.parse(event.start_date), Date.parse(event.end_date)];
    expect(end - start).toBe(3_600_000);
    expect(start).toBeGreaterThan(before.getTime() - 60_001);
    expect((await service.ada.client.get(`/rest/events/${event.slug}/`)).body).toEqual(event);
  });

  test('Given its start, Then it lasts an hour unless its end is given, which comes after the start', async () => {
    const event = await givenEvent({ start_date: '2026-12-01T10:00:00Z' });
    const give = (dates: object) => service.ada.client.patch(event.path).send(dates);

    expect(event.end_date).toBe('2026-12-01T11:00:00Z');
    for (const wrong of [{ end_date: event.start_date }, { start_date: '2026-12-01T12:00:00Z' }]) {
      const { status, body } = await give(wrong);
      expect([status, body]).toEqual([400, { end_date: ['The end must come after the start.'] }]);
    }
    await give({ start_date: '2026-12-01T12:00:00Z', end_date: '2026-12-01 12:00:01+00:00' }).expect(200);
  });

  test('Given a start within the last hour there is, Then its end is one that can be given', async () => {
    const event = await givenEvent({ start_date: '9999-12-30T23:30:00Z' });

    await service.ada.client.patch(event.path).send({ end_date: event.end_date }).expect(200);
  });

  test('Given an instance without the first type, When none is named, Then one is asked for', async () => {
    const event = await givenEvent();
    const { id: typeId } = await givenType(service.db);
    await service.sql.query('update events set type_id = $1', [typeId]);
    await service.sql.query('update videos set type_id = $1', [typeId]);
    await service.sql.query('delete from video_types where id = 1');
    const given = { title: 'x', owner: service.ada.url, broadcaster: event.broadcaster };

    const { status, body } = await service.ada.client.post('/rest/events/').send(given);

    expect([status, body]).toEqual([400, { type: ['This field is required.'] }]);
    await service.sql.query(`insert into video_types (id, title_en) values (1, 'Other')`);
  });

  test('Given a video on hold, When that is removed, Then the event shows none', async () => {
    const { id } = await givenVideo(service.db, { ownerId: service.ada.id });
    const event = await givenEvent({ video_on_hold: `/rest/videos/${id}/` });

    await service.ada.client.delete(`/rest/videos/${id}/`).expect(204);

    expect(event.video_on_hold).toBe(`${service.url}/rest/videos/${id}/`);
    expect((await service.ada.client.get(event.path)).body.video_on_hold).toBe(null);
  });

  test('Given events, When they are filtered by broadcaster and by their start, Then those are listed in order', async () => {
    const later = await givenEvent({ start_date: '2026-12-02T10:00:00Z' });
    const { broadcaster } = later;
    const earlier = await givenEvent({ start_date: '2026-12-01T10:00:00Z', broadcaster });
    const listed = async (query: object) => {
      const { body } = await service.ada.client.get('/rest/events/').query({ broadcaster, ...query });
      return body.results.map(({ id }: { id: number }) => id);
    };

    expect(await listed({})).toEqual([earlier.id, later.id]);
    expect(await listed({ start_date__gte: '2026-12-02' })).toEqual([later.id]);
  });

  test('Given its broadcaster or its type, When that is to be removed, Then it stays as long as the event', async () => {
    const event = await givenEvent();

    for (const used of [event.broadcaster, event.type])
      expect((await service.staff.client.delete(new URL(used).pathname)).status).toBe(409);
    await service.ada.client.delete(event.path).expect(204);
    await service.staff.client.delete(new URL(event.broadcaster).pathname).expect(204);
  });
});

describe('The rights to an event', () => {
  test('Given a draft as the video on hold, Then only who sees the draft is told of it, and nobody else changes it', async () => {
    const { id } = await givenVideo(service.db, { ownerId: service.staff.id, isDraft: true });
    const event = await givenEvent(
      { video_on_hold: `/rest/videos/${id}/`, owner: service.ada.url },
      service.staff,
    );

    const { body: seen } = await service.ada.client.get(event.path).expect(200);
    await service.ada.client.put(event.path).send(seen).expect(200);
    await service.ada.client.patch(event.path).send({ video_on_hold: event.video_on_hold }).expect(403);

    expect(event.video_on_hold).toBe(`${service.url}/rest/videos/${id}/`);
    expect(seen.video_on_hold).toBe(null);
    expect((await service.staff.client.get(event.path)).body.video_on_hold).toBe(event.video_on_hold);
  });

  test('Given a draft, or an event of a restricted broadcaster, Then it is there for its owners and staff alone', async () => {
    const [grace, eve] = [await service.givenUser(), await service.givenUser()];
    const restricted = await postBroadcaster(service, { is_restricted: true });
    const ofRestricted = {
      is_draft: false,
      broadcaster: `/rest/broadcasters/${restricted.slug}/`,
      owner: service.ada.url,
      additional_owners: [grace.url],
    };
    const closed = [
      await givenEvent({ owner: service.ada.url, additional_owners: [grace.url] }, service.staff),
      await givenEvent(ofRestricted, service.staff),
    ];
    const open = await givenEvent({ is_draft: false, is_restricted: true });

    for (const { path } of closed) {
      for (const { client } of [service.ada, grace, service.staff]) await client.get(path).expect(200);
      await eve.client.get(path).expect(404);
    }
    await eve.client.get(open.path).expect(200);
    await eve.client.patch(open.path).send({ title: 'x' }).expect(403);
    await eve.client.delete(open.path).expect(403);
  });

  test('Given an additional owner, Then they change it, but neither remove it nor say whose it is', async () => {
    const grace = await service.givenUser();
    const event = await givenEvent({ owner: service.ada.url, additional_owners: [grace.url] }, service.staff);

    const put = await grace.client
      .put(event.path)
      .send({ ...event, title: 'Now', is_draft: false })
      .expect(200);

    expect(put.body).toMatchObject({ title: 'Now', slug: event.slug, additional_owners: [grace.url] });
    await grace.client.patch(event.path).send({ owner: grace.url }).expect(403);
    await grace.client.patch(event.path).send({ additional_owners: [] }).expect(403);
    await grace.client.delete(event.path).expect(403);
    await service.ada.client.delete(event.path).expect(204);
  });

  test('Given an additional owner, Then whoever does not own the event is not told of them', async () => {
    const [grace, eve] = [await service.givenUser(), await service.givenUser()];
    const event = await givenEvent({ is_draft: false, additional_owners: [grace.url] }, service.staff);

    expect((await grace.client.get(event.path)).body.additional_owners).toEqual([grace.url]);
    expect((await eve.client.get(event.path)).body.additional_owners).toEqual([]);
  });

  test('Given somebody who is no staff, When they plan an event for another, Then they are refused', async () => {
    const { broadcaster } = await givenEvent();

    const given = { title: 'x', owner: service.staff.url, broadcaster };
    await service.ada.client.post('/rest/events/').send(given).expect(403);
  });
});
