import { beforeAll, describe, expect, test } from '@jest/globals';
import { givenQueued } from '../../support/encode-videos.ts';
import { givenVideo } from '../../support/given-records.ts';
import { useService } from '../../support/service.ts';

const service = useService();
let adas: { id: number };
let roots: { id: number };

beforeAll(async () => {
  adas = await givenVideo(service.db, { ownerId: service.ada.id });
  roots = await givenVideo(service.db, { ownerId: service.root.id, isDraft: true });
  const finishedAt = new Date('2026-05-04T10:00:00Z');
  const rows = [
    { videoId: adas.id, state: 'failed', error: 'Invalid data', attempts: 3, claims: 3, finishedAt },
    { videoId: adas.id, state: 'cancelled', finishedAt },
    {
      videoId: adas.id,
      state: 'running',
      attempts: 1,
      claims: 1,
      percent: 41,
      speed: 2.1349,
      etaSeconds: 17,
    },
    { videoId: roots.id, state: 'queued' },
  ] as const;
  for (const [index, row] of rows.entries()) {
    await service.db.prisma.encoding.create({
      data: { ...row, requestedAt: new Date(Date.UTC(2026, 4, 4, 9, index)) },
    });
  }
});

async function statesFor(query: string, person = service.root): Promise<string[]> {
  const { body } = await person.client.get(`/rest/encodings/?${query}`).expect(200);
  return body.results.map(({ state }: { state: string }) => state);
}

describe('GET /rest/encodings/', () => {
  test('is ordered by what it shows of a run, its error too', async () => {
    expect(await statesFor('ordering=error')).toMatchObject({ 0: 'failed', length: 4 });
  });

  test('lists the runs with how far each is and what became of it, the newest first', async () => {
    const { body } = await service.root.client.get('/rest/encodings/').expect(200);

    expect(body.count).toBe(4);
    expect(body.results).toMatchObject([
      { state: 'queued', percent: 0, speed: null, eta_seconds: null, attempts: 0, error: null },
      {
        video: `${service.url}/rest/videos/${adas.id}/`,
        state: 'running',
        percent: 41,
        speed: 2.13,
        eta_seconds: 17,
        attempts: 1,
      },
      { state: 'cancelled' },
      {
        state: 'failed',
        error: 'Invalid data',
        attempts: 3,
        finished_at: expect.stringMatching(/^2026-05-04T/),
      },
    ]);
  });

  test('filters by video, as id or address, and by state', async () => {
    const address = encodeURIComponent(`${service.url}/rest/videos/${adas.id}/`);

    expect(await statesFor(`video=${adas.id}`)).toEqual(['running', 'cancelled', 'failed']);
    expect(await statesFor(`video=${address}&state=failed`)).toEqual(['failed']);
    expect(await statesFor('state=queued')).toEqual(['queued']);
  });

  test('shows people no runs of videos that are closed to them', async () => {
    expect(await statesFor('', service.ada)).toEqual(['running', 'cancelled', 'failed']);
    expect(await statesFor(`video=${adas.id}`, service.ada)).toHaveLength(3);
  });

  test('makes no run: one is asked for with launch_encode_view', async () => {
    const { status, headers } = await service.root.client.post('/rest/encodings/').send({ video: adas.id });

    expect({ status, allow: headers.allow }).toEqual({ status: 405, allow: 'GET, HEAD, OPTIONS' });
  });
});

describe('PATCH /rest/encodings/<id>/', () => {
  const change = (id: number, body: object, person = service.ada) =>
    person.client.patch(`/rest/encodings/${id}/`).send(body);

  test('cancels a run for an owner of its video, once, and leaves one that is over', async () => {
    const id = await givenQueued(service, service.ada);

    const { body } = await change(id, { state: 'cancelled' }).expect(200);
    expect(body).toMatchObject({ id, state: 'cancelled', finished_at: expect.any(String) });
    await change(id, { state: 'cancelled' }).expect(200);

    const [failed] = (await service.ada.client.get(`/rest/encodings/?video=${adas.id}&state=failed`)).body
      .results;
    const over = await change(failed.id, { state: 'cancelled' });
    expect({ status: over.status, body: over.body }).toEqual({
      status: 409,
      body: {
        detail:
          'This encoding is over: it can neither be cancelled nor come sooner. Launch another one of its video.',
      },
    });
  });

  test('brings a run to no other state, whoever asks', async () => {
    const id = await givenQueued(service, service.ada);

    const { status, body } = await change(id, { state: 'done' }, service.root);

    expect(status).toBe(400);
    expect(Object.keys(body)).toEqual(['state']);
    expect(await statesFor(`id=${id}`)).toEqual(['queued']);
  });

  test('gives a run a priority by staff alone, and takes back what it has from everybody', async () => {
    const id = await givenQueued(service, service.ada);

    const { body } = await change(id, { priority: 'high' }, service.staff).expect(200);
    expect(body).toMatchObject({ priority: 'high', state: 'queued' });
    await change(id, { priority: 'high' }).expect(200);
    const refused = await change(id, { priority: 'normal' });
    expect({ status: refused.status, detail: refused.body.detail }).toEqual({
      status: 403,
      detail: 'Staff alone says which encodings come first: leave the priority out, or ask them.',
    });
    const unknown = await change(id, { priority: 'urgent' }, service.staff);
    expect(unknown.body).toEqual({
      priority: ['"urgent" is not a valid choice.', expect.stringContaining('low, normal, high')],
    });
  });

  test('is refused to others, who do not see the run of a draft at all', async () => {
    const id = await givenQueued(service, service.root);
    await change(id, { state: 'cancelled' }).expect(403);
    const ofDraft = await givenQueued(service, service.root, { isDraft: true });
    await change(ofDraft, { state: 'cancelled' }).expect(404);

    expect(await statesFor(`id=${id}`)).toEqual(['queued']);
  });
});
