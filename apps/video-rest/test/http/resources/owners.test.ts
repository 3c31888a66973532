import { serviceItself } from '@campus/accounts';
import { describe, expect, test } from '@jest/globals';
import { people } from '../../../src/accounts/people.ts';
import { useService } from '../../support/service.ts';

const service = useService();

async function ownerOf(userId: number) {
  const { body } = await service.staff.client.get(`/rest/owners/?user=${userId}`).expect(200);
  expect(body.count).toBe(1);
  return body.results[0];
}

describe('An owner', () => {
  test('is there for each user, on the first page when it is new, with the address of the user to the byte', async () => {
    const { body: user } = await service.root.client
      .post('/rest/users/')
      .send({ username: `new-${crypto.randomUUID()}` })
      .expect(201);

    const { body } = await service.staff.client.get('/rest/owners/').expect(200);

    const id = body.results[0].id;
    expect(body.results[0]).toEqual({
      id,
      url: `${service.url}/rest/owners/${id}/`,
      user: user.url,
      auth_type: 'local',
      affiliation: 'student',
      commentaire: '',
      hashkey: null,
      userpicture: null,
      sites: [`${service.url}/rest/sites/1/`],
      accessgroup_set: [],
    });
    const { body: users } = await service.staff.client.get('/rest/users/?page_size=1').expect(200);
    const { body: owners } = await service.staff.client.get('/rest/owners/?page_size=1').expect(200);
    expect(owners.count).toBe(users.count);
  });

  test('is there for whom the command line makes, and says who comes from the identity provider', async () => {
    const username = `cli-${crypto.randomUUID()}`;
    const id = await people.create(service.db, { username, password: undefined, by: serviceItself });
    const made = await ownerOf(id);
    await service.sql.query('update users set oidc_subject = $1 where id = $2', [username, id]);
    const { rows } = await service.sql.query(
      'insert into users (username, oidc_subject) values ($1, $2) returning id',
      [`oidc-${username}`, `subject of ${username}`],
    );

    expect([made.auth_type, (await ownerOf(id)).auth_type]).toEqual(['local', 'OIDC']);
    expect((await ownerOf(rows[0].id)).auth_type).toBe('OIDC');
  });

  test('is described by staff, and stays with its user', async () => {
    const { id, url } = await ownerOf(service.ada.id);
    const path = `/rest/owners/${id}/`;
    const change = { affiliation: 'teacher', commentaire: 'On leave', user: service.root.url };
    const { body } = await service.staff.client.patch(path).send(change).expect(200);
    const refused = await service.staff.client.patch(path).send({ affiliation: 'dean', auth_type: 'x' });

    expect(body).toMatchObject({
      url,
      affiliation: 'teacher',
      commentaire: 'On leave',
      user: service.ada.url,
    });
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, ['auth_type', 'affiliation']]);
    await service.ada.client.patch(path).send({ affiliation: 'staff' }).expect(403);
    await service.staff.client.delete(path).expect(405);
    await service.staff.client.post('/rest/owners/').send({}).expect(405);
  });

  test('is not shown what staff notes of it', async () => {
    const { id, client } = await service.givenUser();
    const { url } = await ownerOf(id);
    const path = new URL(url).pathname;
    await service.staff.client.patch(path).send({ commentaire: 'On leave' }).expect(200);

    expect((await client.get(path).expect(200)).body.commentaire).toBe('');
    expect((await ownerOf(id)).commentaire).toBe('On leave');
  });

  test('sees itself and nobody else, and goes with its user', async () => {
    const other = await service.givenUser();
    const { id } = await ownerOf(other.id);

    const { body } = await service.ada.client.get('/rest/owners/').expect(200);
    await service.ada.client.get(`/rest/owners/${id}/`).expect(404);
    await service.root.client.delete(`/rest/users/${other.id}/`).expect(204);

    const found = await service.staff.client
      .get(`/rest/owners/?search=${service.staff.username}`)
      .expect(200);

    expect(body.results.map(({ user }: { user: string }) => user)).toEqual([service.ada.url]);
    expect(found.body.results.map(({ user }: { user: string }) => user)).toEqual([service.staff.url]);
    await service.staff.client.get(`/rest/owners/${id}/`).expect(404);
  });
});
