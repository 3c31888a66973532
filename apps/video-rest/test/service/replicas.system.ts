import { setTimeout as sleep } from 'node:timers/promises';
import { serviceItself } from '@campus/accounts';
import { provenMs } from '@campus/database';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createToken } from '../../src/accounts/tokens.ts';
import { basic, givenUser } from '../support/accounts.ts';
import { clip } from '../support/clips.ts';
import { type Replicas, rootPassword, startReplicas, urlOf } from '../support/replicas.ts';
import { runReplicas } from '../support/replicas-run.ts';
import { clientWith } from '../support/service.ts';
import { signedIn } from '../support/visitor.ts';

describe('Two replicas', () => {
  let replicas: Replicas;

  beforeAll(async () => {
    replicas = await startReplicas();
  });

  afterAll(() => replicas.close());

  const first = (headers: Record<string, string>) => clientWith(urlOf(replicas, 0), headers);
  const second = (headers: Record<string, string>) => clientWith(urlOf(replicas, 1), headers);

  test('started together for the first time make one superuser', async () => {
    const made = replicas.output().match(/made the superuser root/g);
    const superusers = await replicas.db.prisma.user.count();

    expect([made?.length, superusers]).toEqual([1, 1]);
  });

  test('share sessions and forms: who signs in at one is signed in at the other, and out at both', async () => {
    const visitor = await signedIn({ url: urlOf(replicas, 0) }, { username: 'root', password: rootPassword });
    const atSecond = new URL('/accounts/', urlOf(replicas, 1)).href;
    expect((await visitor.get(atSecond)).status).toBe(200);

    // The token of a form of the first.
    await visitor.get('/accounts/');
    expect((await visitor.post(new URL('/accounts/logout/', urlOf(replicas, 1)).href)).status).toBe(303);

    await sleep(provenMs);
    expect((await visitor.get('/accounts/')).status).toBe(302);
  });

  test('refuse a token that is revoked at one of them', async () => {
    const { id, key } = await createToken(replicas.db, { by: serviceItself, username: 'root' });
    const headers = { Authorization: `Token ${key}` };
    for (const client of [first(headers), second(headers)]) await client.get('/rest/users/me/').expect(200);

    const visitor = await signedIn({ url: urlOf(replicas, 0) }, { username: 'root', password: rootPassword });
    await visitor.get(`/admin/authtoken/${id}/revoke/`);
    expect((await visitor.post(`/admin/authtoken/${id}/revoke/`)).status).toBe(303);

    await sleep(provenMs);
    await second(headers).get('/rest/users/me/').expect(401);
  });

  test('refuse a password that is changed at one, also where it was right a moment ago', async () => {
    const { id, username, password } = await givenUser(replicas.db);
    const before = { Authorization: basic(username, password) };
    for (const client of [first(before), second(before)]) await client.get('/rest/users/me/').expect(200);

    const { key } = await createToken(replicas.db, { by: serviceItself, username: 'root' });
    const root = first({ Authorization: `Token ${key}` });
    await root.patch(`/rest/users/${id}/`).send({ password: 'another one, longer' }).expect(200);

    await sleep(provenMs);
    await second(before).get('/rest/users/me/').expect(401);
    const after = { Authorization: basic(username, 'another one, longer') };
    await second(after).get('/rest/users/me/').expect(200);
  });

  test('serve each other the files that they have signed addresses for', async () => {
    const { key } = await createToken(replicas.db, { by: serviceItself, username: 'root' });
    const root = first({ Authorization: `Token ${key}` });
    const type = await root.post('/rest/types/').send({ title: 'Lecture' }).expect(201);
    const me = await root.get('/rest/users/me/').expect(200);
    const upload = root.post('/rest/videos/').field('owner', me.body.url).field('type', type.body.url);
    const { body } = await upload
      .field('title', 'Lecture')
      .attach('video', await clip('tiny'))
      .expect(201);

    const { pathname, search } = new URL(body.video);
    await second({}).get(`${pathname}${search}`).expect(200);
  });
});

test('Given two replicas and two workers under load, When of each one is restarted and one killed, Then nothing that was acknowledged is lost, and nothing is encoded twice', async () => {
  const run = await runReplicas({
    videos: 12,
    steps: ['kill an API', 'restart an API', 'kill a worker', 'restart a worker'],
  });

  expect(run).toMatchObject({
    exitCodes: [0, 0, 0, 0, 0, 0],
    wrongVideos: [],
    isSurplusExplained: true,
    doneTwice: [],
    slowUpload: 201,
  });
});
