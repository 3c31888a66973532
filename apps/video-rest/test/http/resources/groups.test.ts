import { expect, test } from '@jest/globals';
import { useService } from '../../support/service.ts';

const service = useService();

async function givenGroup(): Promise<{ id: number; url: string; name: string }> {
  const { body } = await service.staff.client
    .post('/rest/groups/')
    .send({ name: `group ${crypto.randomUUID()}` })
    .expect(201);
  return body;
}

test('A group has a name of its own, which nobody but staff writes', async () => {
  const group = await givenGroup();

  expect(group).toEqual({ id: group.id, url: `${service.url}/rest/groups/${group.id}/`, name: group.name });
  const taken = await service.staff.client.post('/rest/groups/').send({ name: group.name });
  expect([taken.status, taken.body]).toEqual([400, { name: ['Group with this name already exists.'] }]);
  await service.ada.client.post('/rest/groups/').send({ name: 'mine' }).expect(403);
});

test('A user is made in groups, and put into others by staff alone', async () => {
  const [first, second] = [await givenGroup(), await givenGroup()];
  const { body: made } = await service.root.client
    .post('/rest/users/')
    .send({ username: `grouped-${first.id}`, groups: [first.url] })
    .expect(201);
  const path = `/rest/users/${made.id}/`;
  const groupsAfter = async (body: object | string) => {
    const type = typeof body === 'string' ? 'form' : 'json';
    return (await service.staff.client.patch(path).type(type).send(body).expect(200)).body.groups;
  };

  expect(made.groups).toEqual([first.url]);
  expect(await groupsAfter({ first_name: 'Ada' })).toEqual([first.url]);
  expect(await groupsAfter(`groups=${first.url}&groups=${second.url}`)).toEqual([first.url, second.url]);
  const found = await service.staff.client.get(`/rest/users/?groups=${second.id}`).expect(200);
  expect(found.body).toMatchObject({ count: 1, results: [{ id: made.id }] });
  expect(await groupsAfter({ groups: [] })).toEqual([]);
  const own = `/rest/users/${service.ada.id}/`;
  await service.ada.client
    .patch(own)
    .send({ groups: [first.url] })
    .expect(403);
  expect((await service.ada.client.get(own)).body.groups).toEqual([]);
});

test('A form without groups takes a user out of them when staff sends it, and leaves them when the user does', async () => {
  const group = await givenGroup();
  const { id, username, client } = await service.givenUser();
  const path = `/rest/users/${id}/`;
  await service.staff.client
    .patch(path)
    .send({ groups: [group.url] })
    .expect(200);
  const put = (by: typeof client, form: object) =>
    by
      .put(path)
      .type('form')
      .send({ username, ...form });

  const own = await put(client, { last_name: 'X' });
  const byStaff = await put(service.staff.client, { last_name: 'Y' });

  expect([own.status, own.body]).toEqual([
    200,
    expect.objectContaining({ last_name: 'X', groups: [group.url] }),
  ]);
  expect([byStaff.status, byStaff.body]).toEqual([
    200,
    expect.objectContaining({ last_name: 'Y', groups: [] }),
  ]);
});

test('A user who is not taken leaves no group behind, and a group that goes leaves its users', async () => {
  const group = await givenGroup();
  const make = (username: string) =>
    service.root.client.post('/rest/users/').send({ username, groups: [group.url] });
  const { body: made } = await make(`left-${group.id}`).expect(201);

  await make(made.username).expect(400);
  await service.staff.client.delete(`/rest/groups/${group.id}/`).expect(204);

  expect((await service.staff.client.get(`/rest/users/${made.id}/`).expect(200)).body.groups).toEqual([]);
});
