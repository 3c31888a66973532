import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { clip } from '../../support/clips.ts';
import { givenVideo } from '../../support/given-records.ts';
import { postType } from '../../support/post-resources.ts';
import { useService } from '../../support/service.ts';

const service = useService();
let source: Buffer;

beforeAll(async () => {
  source = await readFile(await clip('silent'));
});

async function postDiscipline(title = `discipline ${crypto.randomUUID()}`) {
  const { body } = await service.staff.client.post('/rest/discipline/').send({ title }).expect(201);
  return body;
}

async function givenAdasVideo() {
  const { id } = await givenVideo(service.db, { ownerId: service.ada.id });
  return `/rest/videos/${id}/`;
}

/** An upload as desktop programs send it: a multipart form in which a relation to many is a repeated member. */
async function upload(disciplines: string[]) {
  const call = service.ada.client.post('/rest/videos/');
  const fields = { owner: service.ada.url, type: (await postType(service)).url, title: 'Waves' };
  for (const [name, value] of Object.entries(fields)) call.field(name, value);
  for (const url of disciplines) call.field('discipline', url);
  return call.attach('video', source, 'waves.mp4');
}

test('A discipline is like a type: a title in each language, and a placeholder for what it is', async () => {
  const body = await postDiscipline('Physics');
  const again = await service.staff.client.post('/rest/discipline/').send({ title: 'Physics' });

  expect(Object.entries(body)).toEqual([
    ['id', body.id],
    ['url', `${service.url}/rest/discipline/${body.id}/`],
    ['title', 'Physics'],
    ['description', '-- sorry, no translation provided --'],
    ['icon', null],
    ['site', `${service.url}/rest/sites/1/`],
  ]);
  expect([again.status, again.body]).toEqual([
    400,
    { title: ['Discipline with this title already exists.'] },
  ]);
  await service.ada.client.post('/rest/discipline/').send({ title: 'Alchemy' }).expect(403);
});

test('A discipline is on one site, which stays while it is', async () => {
  const given = { name: 'Second', domain: 'second.example.org' };
  const { body: site } = await service.staff.client.post('/rest/sites/').send(given).expect(201);
  const { id } = await postDiscipline();

  const { body } = await service.staff.client
    .patch(`/rest/discipline/${id}/`)
    .send({ site: site.url })
    .expect(200);
  const found = await service.ada.client.get(`/rest/discipline/?site=${site.id}`).expect(200);

  expect(body.site).toBe(site.url);
  expect(found.body).toMatchObject({ count: 1, results: [{ id }] });
  await service.staff.client.delete(`/rest/sites/${site.id}/`).expect(409);
});

describe('The disciplines of a video', () => {
  test('are none when an upload names none, and each that it repeats', async () => {
    const [physics, maths] = [await postDiscipline(), await postDiscipline()];

    const without = await upload([]);
    const both = await upload([maths.url, '', physics.url, maths.url]);

    expect([without.status, without.body.discipline]).toEqual([201, []]);
    expect([both.status, both.body.discipline]).toEqual([201, [physics.url, maths.url]]);
  });

  test('stay when PATCH does not name them, and are replaced when it does', async () => {
    const [physics, maths] = [await postDiscipline(), await postDiscipline()];
    const video = await givenAdasVideo();
    const after = async (body: object) =>
      (await service.ada.client.patch(video).send(body).expect(200)).body.discipline;

    expect(await after({ discipline: [physics.url] })).toEqual([physics.url]);
    expect(await after({ title: 'Renamed' })).toEqual([physics.url]);
    expect(await after({ title: 'Again', discipline: [maths.url] })).toEqual([maths.url]);
    expect(await after({ discipline: [] })).toEqual([]);
  });

  test('filter the videos by address or id, each video once', async () => {
    const [physics, maths] = [await postDiscipline(), await postDiscipline()];
    const [video, other] = [await givenAdasVideo(), await givenAdasVideo()];
    const discipline = [physics.url, maths.url];
    await service.ada.client.patch(video).send({ discipline }).expect(200);
    await service.ada.client
      .patch(other)
      .send({ discipline: [maths.url] })
      .expect(200);
    const found = async (value: unknown) =>
      (await service.ada.client.get(`/rest/videos/?discipline=${value}`).expect(200)).body;

    expect(await found(physics.url)).toMatchObject({ count: 1, results: [{ discipline }] });
    expect((await found(maths.id)).count).toBe(2);
    await service.ada.client.get('/rest/videos/?discipline=999999').expect(400);
  });

  test('that are removed leave their videos', async () => {
    const physics = await postDiscipline();
    const video = await givenAdasVideo();
    await service.ada.client
      .patch(video)
      .send({ discipline: [physics.url] })
      .expect(200);

    await service.staff.client.delete(`/rest/discipline/${physics.id}/`).expect(204);

    expect((await service.ada.client.get(video).expect(200)).body.discipline).toEqual([]);
  });
});
