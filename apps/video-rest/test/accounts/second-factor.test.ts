import { userInfo } from 'node:os';
import { commandLine } from '@campus/accounts';
import { describe, expect, test } from '@jest/globals';
import { people } from '../../src/accounts/people.ts';
import { createToken } from '../../src/accounts/tokens.ts';
import { basic, givenUser } from '../support/accounts.ts';
import { historyOf } from '../support/history-of.ts';
import { givenTotp } from '../support/second-factors.ts';
import { useService } from '../support/service.ts';
import { signedIn, visitorOf } from '../support/visitor.ts';

const service = useService();
const strict = useService({ secondFactorFromRole: 'staff' });

const english = 'This account has a second factor: use a token instead of the password.';

function withPassword({ username, password }: { username: string; password: string }, at = service) {
  return at.as({ Authorization: basic(username, password), 'Accept-Language': 'en' }).get('/rest/types/');
}

describe('HTTP Basic', () => {
  test('is refused to an account with a second factor, which has to use a token', async () => {
    const user = await givenUser(service.db);
    await withPassword(user).expect(200);
    await givenTotp(service, user);

    const { body } = await withPassword(user).expect(401);

    expect(body).toEqual({ detail: english });
    const { key } = await createToken(service.db, { username: user.username, by: commandLine() });
    await service
      .as({ Authorization: `Token ${key}` })
      .get('/rest/types/')
      .expect(200);
  });

  test('says nothing of a second factor to whoever has no right password', async () => {
    const user = await givenUser(service.db);
    await givenTotp(service, user);

    const { body } = await withPassword({ ...user, password: 'wrong' }).expect(401);

    expect(body).toEqual({ detail: 'Invalid username/password.' });
  });

  test('is refused to the roles that must have a second factor, and goes on for the others', async () => {
    const answers = await Promise.all(
      [{}, { isStaff: true }, { isSuperuser: true }].map(async (rights) => {
        const { status } = await withPassword(await givenUser(strict.db, rights), strict);
        return status;
      }),
    );
    expect(answers).toEqual([200, 401, 401]);
  });
});

describe('Second factors that are lost', () => {
  test('are removed by a superuser: whoever it is signs in by password again, and the history says who did it', async () => {
    const user = await givenUser(service.db);
    const session = await signedIn(service, user);
    await givenTotp(service, user);
    const superuser = await signedIn(service, await givenUser(service.db, { isSuperuser: true }));
    const page = `/admin/users/${user.id}/`;
    expect((await superuser.get(page)).page.text).toContain('authenticator app');

    const removed = await superuser.post(`${page}remove-factors/`, {});

    expect(removed.location).toBe(`${page}?done=factorsRemoved`);
    expect((await session.get('/accounts/')).status).toBe(302);
    await withPassword(user).expect(200);
    const events = (await historyOf(service, user.username)).map(({ event, actor }) => [event, actor]);
    expect(events.at(-1)).toEqual(['totp-removed', expect.stringMatching(/^person:/)]);
    const after = await superuser.get(page);
    expect(after.page.text).not.toContain('Remove the second factor');
  });

  test('are removed on the command line', async () => {
    const user = await givenUser(service.db);
    await givenTotp(service, user);

    await people.removeFactors(service.db, { username: user.username, by: commandLine() });

    await withPassword(user).expect(200);
    expect((await historyOf(service, user.username)).at(-1)).toMatchObject({
      event: 'totp-removed',
      actor: `command-line:${userInfo().username}`,
    });
    const nobody = people.removeFactors(service.db, { username: 'nobody', by: commandLine() });
    await expect(nobody).rejects.toThrow('There is no user "nobody".');
  });
});

test('Whoever must have a second factor is led to setting it up, and sees nothing before', async () => {
  const user = await givenUser(strict.db, { isStaff: true });
  const visitor = visitorOf(strict);
  await visitor.get('/accounts/login/');
  const { username, password } = user;
  const login = await visitor.post('/accounts/login/', { username, password });

  expect(login.location).toBe('/accounts/second-factor/');
  expect((await visitor.get('/accounts/second-factor/')).page.text).toContain(
    'Your role needs a second factor',
  );
  for (const path of ['/accounts/', '/admin/', '/video/', '/video/add/'])
    expect([path, (await visitor.get(path)).location]).toEqual([path, expect.stringContaining('/login/')]);
});

test('An account that is removed takes its factors with it', async () => {
  const user = await givenUser(service.db);
  await givenTotp(service, user);

  await service.root.client.delete(`/rest/users/${user.id}/`).expect(204);

  expect((await historyOf(service, user.username)).at(-1)).toMatchObject({ event: 'account-removed' });
});
