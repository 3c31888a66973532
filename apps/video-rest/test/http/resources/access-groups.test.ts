import { describe, expect, test } from '@jest/globals';
import { type Person, useService } from '../../support/service.ts';

const service = useService();

async function givenGroup(given: object = {}) {
  const { body } = await service.staff.client
    .post('/rest/accessgroups/')
    .send({ display_name: 'Physics', code_name: `physics-${crypto.randomUUID()}`, ...given })
    .expect(201);
  return { ...body, path: `/rest/accessgroups/${body.id}/` };
}

async function ownerUrl({ id }: Pick<Person, 'id'>): Promise<string> {
  const { body } = await service.staff.client.get(`/rest/owners/?user=${id}`).expect(200);
  return body.results[0].url;
}

const membersOf = async ({ path }: { path: string }) =>
  (await service.staff.client.get(path).expect(200)).body.users;

describe('An access group', () => {
  test('holds owners, on the site of the instance unless it says otherwise', async () => {
    const ada = await ownerUrl(service.ada);
    const { path, ...group } = await givenGroup({ users: [ada] });

    expect(group).toEqual({
      id: group.id,
      url: `${service.url}${path}`,
      display_name: 'Physics',
      code_name: group.code_name,
      sites: [`${service.url}/rest/sites/1/`],
      users: [ada],
    });
    const wrong = await service.staff.client.patch(path).send({ users: [service.ada.url] });
    expect([wrong.status, wrong.body]).toEqual([
      400,
      { users: ['Invalid hyperlink - Incorrect URL match.'] },
    ]);
    const { code_name } = group;
    const taken = await service.staff.client.post('/rest/accessgroups/').send({ code_name });
    expect([taken.status, Object.keys(taken.body)]).toEqual([400, ['code_name']]);
  });

  test('is there for everybody, its members for staff alone', async () => {
    const ada = await ownerUrl(service.ada);
    const { path, code_name } = await givenGroup({ users: [ada] });

    const { body } = await service.ada.client.get(path).expect(200);
    await service.ada.client.patch(path).send({ users: [] }).expect(403);
    const own = await service.ada.client.get(`/rest/accessgroups/?users=${ada}`).expect(200);
    const root = await ownerUrl(service.root);
    const others = await service.ada.client.get(`/rest/accessgroups/?users=${root}`);

    expect(body).toMatchObject({ code_name, users: [] });
    expect(own.body.results.map((group: { url: string }) => new URL(group.url).pathname)).toContain(path);
    expect(others.status).toBe(400);
  });

  test('Given a program that looks for groups number by number, Then it is never slowed', async () => {
    await givenGroup();
    const statuses: number[] = [];

    for (let number = 1; number <= 80; number += 1)
      statuses.push((await service.ada.client.get(`/rest/accessgroups/${number}/`)).status);

    expect(statuses.filter((status) => status !== 200 && status !== 404)).toEqual([]);
    expect(statuses).toContain(404);
  });
});

describe('POST /rest/accessgroups_…_users_by_name/', () => {
  const set = '/rest/accessgroups_set_users_by_name/';
  const remove = '/rest/accessgroups_remove_users_by_name/';

  test('puts users into a group and takes them out, and passes over names that nobody has', async () => {
    const group = await givenGroup({ users: [await ownerUrl(service.root)] });
    const { code_name } = group;
    const users = ['nobody-at-all', service.ada.username, service.ada.username];
    const all = [await ownerUrl(service.root), await ownerUrl(service.ada)];

    const added = await service.staff.client.post(set).send({ code_name, users }).expect(200);
    await service.staff.client.post(set).send({ code_name, users }).expect(200);
    const members = await membersOf(group);
    const removed = await service.staff.client.post(remove).send({ code_name, users }).expect(200);

    expect(added.body).toMatchObject({ url: group.url, users: expect.arrayContaining(all) });
    expect(new Set(members)).toEqual(new Set(all));
    expect(removed.body.users).toEqual([all[0]]);
  });

  test.each([set, remove])('%s passes over names that nobody can have', async (path) => {
    const { code_name, url } = await givenGroup();
    const users = ['', 'x'.repeat(151)];

    const { body } = await service.staff.client.post(path).send({ code_name, users }).expect(200);

    expect(body.url).toBe(url);
  });

  test.each([set, remove])('%s refuses a form without users', async (path) => {
    const { code_name } = await givenGroup();

    const { status, body } = await service.staff.client.post(path).type('form').send({ code_name });

    expect([status, body]).toEqual([400, { users: ['This field is required.'] }]);
  });

  test.each([set, remove])('%s asks for both members, a group that is there, and staff', async (path) => {
    const { code_name } = await givenGroup();
    const answerTo = async (body: object, { client }: Person = service.staff) => {
      const { status, body: answer } = await client.post(path).send(body);
      return [status, answer];
    };

    expect(await answerTo({})).toEqual([
      400,
      { code_name: ['This field is required.'], users: ['This field is required.'] },
    ]);
    expect(await answerTo({ code_name, users: 'ada' })).toEqual([
      400,
      { users: ['Expected a list of items but got type "str".'] },
    ]);
    expect(await answerTo({ code_name: 'none', users: [] })).toEqual([
      404,
      { detail: 'No Access group matches the given query.' },
    ]);
    expect((await answerTo({ code_name, users: [] }, service.ada))[0]).toBe(403);
    await service.staff.client.get(path).expect(405);
  });
});

describe('POST /rest/accessgroups_…_user_accessgroup/', () => {
  const set = '/rest/accessgroups_set_user_accessgroup/';
  const remove = '/rest/accessgroups_remove_user_accessgroup/';

  test.each([set, remove])(
    '%s refuses a form without groups, and passes over a name that none can have',
    async (path) => {
      const { username } = await service.givenUser();

      const form = await service.staff.client.post(path).type('form').send({ username });
      const groups = ['x'.repeat(251), ''];
      const { body } = await service.staff.client.post(path).send({ username, groups }).expect(200);

      expect([form.status, form.body]).toEqual([400, { groups: ['This field is required.'] }]);
      expect(body.accessgroup_set).toEqual([]);
    },
  );

  test('puts a user into groups and takes them out, and answers their owner with its groups', async () => {
    const [first, second] = [await givenGroup(), await givenGroup()];
    const { username } = await service.givenUser();
    const groups = [first.code_name, 'no such group', second.code_name];

    const added = await service.staff.client.post(set).send({ username, groups }).expect(200);
    const body = { username, groups: [first.code_name] };
    const removed = await service.staff.client.post(remove).send(body).expect(200);

    expect(added.body.accessgroup_set).toEqual([first.url, second.url]);
    expect(removed.body).toMatchObject({ url: added.body.url, accessgroup_set: [second.url] });
    expect(await membersOf(second)).toEqual([added.body.url]);
  });

  test.each([set, remove])('%s asks for both members and a user who is there', async (path) => {
    const missing = await service.staff.client.post(path).send({});
    const unknown = await service.staff.client.post(path).send({ username: 'nobody-at-all', groups: [] });

    expect([missing.status, Object.keys(missing.body)]).toEqual([400, ['username', 'groups']]);
    expect([unknown.status, unknown.body]).toEqual([404, { detail: 'No Owner matches the given query.' }]);
    await service.ada.client.post(path).send({ username: 'ada', groups: [] }).expect(403);
  });
});
