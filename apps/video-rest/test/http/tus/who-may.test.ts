import { describe, expect, test } from '@jest/globals';
import { basic, type GivenUser, givenUser } from '../../support/accounts.ts';
import { givenType } from '../../support/given-records.ts';
import { type Client, useService } from '../../support/service.ts';
import { announcing, beginUpload, tus, tusBytes } from '../../support/tus.ts';
import { signedIn, type Visitor } from '../../support/visitor.ts';

const service = useService();

/** Sends a request as one of those who ask; the answer is its status. */
type Ask = (path: string, method: string, headers: Record<string, string>) => Promise<number>;

const methods: Record<string, Record<string, string>> = {
  GET: {},
  HEAD: {},
  PATCH: { ...tusBytes, 'Upload-Offset': '0' },
  DELETE: {},
};

async function textsFor({ id }: { id: number }): Promise<Record<string, string>> {
  const { id: typeId } = await givenType(service.db);
  const type = `${service.url}/rest/types/${typeId}/`;
  return { title: 'Algebra', type, owner: `${service.url}/rest/users/${id}/` };
}

const givenUpload = async (client: Client, of: { id: number }) =>
  beginUpload(client, { size: 5, texts: await textsFor(of) });

const asProgram =
  (authorization: Record<string, string>): Ask =>
  async (path, method, headers) => {
    const { status } = await fetch(new URL(path, service.url), {
      method,
      headers: { ...tus, ...headers, ...authorization },
    });
    return status;
  };

/** A browser sends its cookies by itself; the token of its forms proves that a page of ours asks. */
async function asBrowser(user: GivenUser, { isProven }: { isProven: boolean }): Promise<Ask> {
  const visitor: Visitor = await signedIn(service, user);
  const { page } = await visitor.get('/accounts/password/');
  const token = page.all('input').find((one) => one.attribute('name') === 'csrfmiddlewaretoken');
  const proof = isProven ? { 'X-CSRFToken': token?.attribute('value') ?? '' } : {};
  return async (path, method, headers) => {
    const all = { Accept: 'application/json', ...tus, ...headers, ...proof };
    return (await visitor.open(path, { method, headers: all })).status;
  };
}

/** What each method is answered, of the list and of one upload that is made anew for each. */
async function statusesOf(ask: Ask, owner: GivenUser): Promise<Record<string, number>> {
  const client = service.as({ Authorization: basic(owner.username, owner.password) });
  const statuses: Record<string, number> = {
    'GET list': await ask('/rest/uploads/', 'GET', {}),
    POST: await ask('/rest/uploads/', 'POST', announcing(5, await textsFor(owner))),
  };
  for (const [method, headers] of Object.entries(methods))
    statuses[method] = await ask(await givenUpload(client, owner), method, headers);
  return statuses;
}

const all = { 'GET list': 200, POST: 201, GET: 200, HEAD: 200, PATCH: 204, DELETE: 204 };

describe('An upload in pieces is open', () => {
  test('to its owner by password and by a session that proves its page', async () => {
    const owner = await givenUser(service.db);

    const byPassword = await statusesOf(
      asProgram({ Authorization: basic(owner.username, owner.password) }),
      owner,
    );
    const bySession = await statusesOf(await asBrowser(owner, { isProven: true }), owner);

    expect([byPassword, bySession]).toEqual([all, all]);
  });

  test('to read alone by a session that proves nothing', async () => {
    const owner = await givenUser(service.db);

    const statuses = await statusesOf(await asBrowser(owner, { isProven: false }), owner);

    expect(statuses).toEqual({ ...all, POST: 403, PATCH: 403, DELETE: 403 });
  });

  test('to nobody without an account, and to none who says a wrong one', async () => {
    const owner = await givenUser(service.db);

    const anonymous = await statusesOf(asProgram({}), owner);
    const wrong = await statusesOf(asProgram({ Authorization: 'Token wrong' }), owner);

    const closed = Object.fromEntries(Object.keys(all).map((method) => [method, 401]));
    expect([anonymous, wrong]).toEqual([closed, closed]);
  });

  test.each([
    ['another', {}],
    ['staff', { isStaff: true }],
    ['a superuser', { isSuperuser: true }],
  ])('as little as one that is not there to %s', async (_who, rights) => {
    const owner = await givenUser(service.db);
    const other = await givenUser(service.db, rights);
    const ask = asProgram({ Authorization: basic(other.username, other.password) });

    const { 'GET list': list, POST: _made, ...ofOne } = await statusesOf(ask, owner);

    expect(list).toBe(200);
    expect(new Set(Object.values(ofOne))).toEqual(new Set([404]));
    const { body } = await service
      .as({ Authorization: basic(other.username, other.password) })
      .get('/rest/uploads/');
    expect(body.results.every(({ replaces }: { replaces: unknown }) => replaces === null)).toBe(true);
    expect(body.count).toBeLessThan(2);
  });
});
