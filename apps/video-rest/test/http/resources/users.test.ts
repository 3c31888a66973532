import { AccountRuleError, serviceItself } from '@campus/accounts';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createToken } from '../../../src/accounts/tokens.ts';
import { basic, givenUser as givenUserWithPassword } from '../../support/accounts.ts';
import { countHashes } from '../../support/count-hashes.ts';
import { givenVideo, newName } from '../../support/given-records.ts';
import { type Client, type Person, useService } from '../../support/service.ts';

const service = useService({ brandName: 'Zanzibar Academy' });

const denied = { detail: 'You do not have permission to perform this action.' };

/** What only superusers write, each with another value than a new user has. */
const reserved: Record<string, unknown>[] = [
  { is_superuser: true },
  { is_staff: true },
  { is_active: false },
  { username: 'somebody-else' },
];

async function account(id: number) {
  return service.db.prisma.user.findUniqueOrThrow({ where: { id } });
}

function addressOf({ id }: { id: number }): string {
  return `/rest/users/${id}/`;
}

function signedInWith(username: string, password: string): Client {
  return service.as({ Authorization: basic(username, password) });
}

/** The status of a request that anybody with an account may make. */
async function statusOfSignIn(username: string, password: string): Promise<number> {
  return (await signedInWith(username, password).get('/rest/')).status;
}

describe('Staff', () => {
  test.each(reserved)('may not write %j of anybody, with other changes or without', async (change) => {
    const bob = await service.givenUser();
    const before = await account(bob.id);

    const answers = [
      await service.staff.client.patch(addressOf(bob)).send(change),
      await service.staff.client.patch(addressOf(bob)).send({ first_name: 'Bob', ...change }),
      await service.staff.client.put(addressOf(bob)).send({ username: bob.username, ...change }),
      await service.staff.client.patch(addressOf(bob)).type('form').send(change),
    ];

    expect(answers.map(({ status, body }) => ({ status, body }))).toEqual(
      answers.map(() => ({ status: 403, body: denied })),
    );
    expect(await account(bob.id)).toEqual(before);
  });

  test('may not make themselves a superuser, nor somebody else of what they are', async () => {
    const other = await service.givenUser({ isStaff: true });

    const own = await service.staff.client.patch('/rest/users/me/').send({ is_superuser: true });
    const demoted = await service.staff.client.patch(addressOf(other)).send({ is_staff: false });

    expect([own.status, demoted.status]).toEqual([403, 403]);
    expect(await account(service.staff.id)).toMatchObject({ isSuperuser: false });
    expect(await account(other.id)).toMatchObject({ isStaff: true });
  });

  test('may PUT a user back as it was shown, with names changed', async () => {
    const bob = await service.givenUser({ isStaff: true });
    const { body: shown } = await service.staff.client.get(addressOf(bob));

    const response = await service.staff.client
      .put(addressOf(bob))
      .send({ ...shown, first_name: 'Bob', email: 'bob@example.org' });

    expect(response.status).toBe(200);
    expect(response.body).toEqual({ ...shown, first_name: 'Bob', email: 'bob@example.org' });
  });

  test('may PUT a form whose unticked boxes are unticked already', async () => {
    const bob = await service.givenUser();

    const same = await service.staff.client
      .put(addressOf(bob))
      .type('form')
      .send({ username: bob.username, last_name: 'Hopper', is_active: 'on' });
    const ticked = await service.givenUser({ isStaff: true });
    const unticked = await service.staff.client
      .put(addressOf(ticked))
      .type('form')
      .send({ username: ticked.username });

    expect([same.status, same.body.last_name, same.body.is_active]).toEqual([200, 'Hopper', true]);
    expect(unticked.status).toBe(403);
  });

  test('may neither change nor delete a superuser nor set the password of one', async () => {
    const grace = await service.givenUser({ isSuperuser: true });
    const before = await account(grace.id);
    const { body: shown } = await service.staff.client.get(addressOf(grace));

    const answers = [
      await service.staff.client.patch(addressOf(grace)).send({ first_name: 'G' }),
      await service.staff.client.patch(addressOf(grace)).send({ password: 'a new password' }),
      await service.staff.client.patch(addressOf(grace)).send({ is_superuser: false }),
      await service.staff.client.patch(addressOf(grace)).send({}),
      await service.staff.client.put(addressOf(grace)).send(shown),
      await service.staff.client.delete(addressOf(grace)),
    ];

    expect(answers.map(({ status, body }) => ({ status, body }))).toEqual(
      answers.map(() => ({ status: 403, body: denied })),
    );
    expect(await account(grace.id)).toEqual(before);
  });

  test('may set the password of anybody who is no superuser', async () => {
    const bob = await service.givenUser();

    const response = await service.staff.client.patch(addressOf(bob)).send({ password: 'correct horse' });

    expect(response.status).toBe(200);
    expect(await account(bob.id)).toMatchObject({ passwordHash: expect.stringMatching(/^\$scrypt\$/) });
  });

  test('does not create users, whatever of them it would leave alone', async () => {
    const username = newName('user');

    const response = await service.staff.client.post('/rest/users/').send({ username });

    expect([response.status, response.body]).toEqual([403, denied]);
    expect(await service.db.prisma.user.count({ where: { username } })).toBe(0);
  });
});

describe('Everybody else', () => {
  test('changes names, e-mail and password of the own account', async () => {
    const bob = await service.givenUser();
    const changes = { first_name: 'Bob', last_name: 'Hopper', email: 'bob@example.org' };

    for (const address of ['/rest/users/me/', '/rest/users/me', addressOf(bob)]) {
      const response = await bob.client.patch(address).send(changes);
      expect([response.status, response.body]).toMatchObject([200, { id: bob.id, ...changes }]);
    }
    expect((await bob.client.patch('/rest/users/me/').send({ password: 'correct horse' })).status).toBe(200);
    expect(await account(bob.id)).toMatchObject({ passwordHash: expect.stringMatching(/^\$scrypt\$/) });
  });

  test.each(reserved)('may not write %j of it, with other changes or without', async (change) => {
    const bob = await service.givenUser();
    const before = await account(bob.id);

    const answers = [
      await bob.client.patch('/rest/users/me/').send(change),
      await bob.client.patch(addressOf(bob)).send({ first_name: 'Bob', ...change }),
      await bob.client.put(addressOf(bob)).send({ username: bob.username, ...change }),
      await bob.client.patch(addressOf(bob)).field(formOf({ last_name: 'Hopper', ...change })),
    ];

    expect(answers.map(({ status, body }) => ({ status, body }))).toEqual(
      answers.map(() => ({ status: 403, body: denied })),
    );
    expect(await account(bob.id)).toEqual(before);
  });

  test('does not learn which names are taken', async () => {
    const bob = await service.givenUser();

    for (const username of [service.root.username, newName('user')]) {
      const answers = [
        await bob.client.patch('/rest/users/me/').send({ username }),
        await bob.client.put(addressOf(bob)).send({ username, email: 'not an address' }),
      ];
      expect(answers.map(({ status, body }) => [username, status, body])).toEqual(
        answers.map(() => [username, 403, denied]),
      );
    }
  });

  test('may PUT the own account back as it was shown', async () => {
    const bob = await service.givenUser();
    const { body: shown } = await bob.client.get('/rest/users/me/');

    const response = await bob.client.put('/rest/users/me/').send({ ...shown, first_name: 'Bob' });

    expect([response.status, response.body]).toEqual([200, { ...shown, first_name: 'Bob' }]);
  });

  test('may not delete the own account', async () => {
    const bob = await service.givenUser();

    for (const address of ['/rest/users/me/', addressOf(bob)]) {
      const response = await bob.client.delete(address);
      expect([response.status, response.body]).toEqual([403, denied]);
    }
    expect((await bob.client.get('/rest/users/me/')).status).toBe(200);
  });

  test('sees nobody else, in no list, with no filter and by no search', async () => {
    const bob = await service.givenUser();
    const grace = await service.givenUser({ isStaff: true });
    const queries = [
      '',
      '?ordering=username',
      '?is_active=true',
      `?username=${grace.username}`,
      `?search=${grace.username}`,
      `?id=${grace.id}`,
      '?is_staff=true',
      '?is_superuser=true',
    ];

    for (const query of queries) {
      const { status, body } = await bob.client.get(`/rest/users/${query}`);
      const seen = body.results.map(({ id }: { id: number }) => id);
      const isAboutBob = ['', '?ordering=username', '?is_active=true'].includes(query);
      expect([query, status, body.count, seen]).toEqual(
        isAboutBob ? [query, 200, 1, [bob.id]] : [query, 200, 0, []],
      );
    }
    const other = await bob.client.get(addressOf(grace));
    const none = await bob.client.get('/rest/users/99999999/');
    expect([other.status, other.body]).toEqual([404, none.body]);
  });
});

describe('users/me', () => {
  test('is whoever asks', async () => {
    for (const person of [service.root, service.staff, service.ada]) {
      const { status, body } = await person.client.get('/rest/users/me/');
      expect([status, body]).toMatchObject([200, { id: person.id, url: person.url }]);
      const changed = await person.client.patch('/rest/users/me/').send({ last_name: person.username });
      expect([changed.status, changed.body]).toMatchObject([
        200,
        { id: person.id, last_name: person.username },
      ]);
    }
  });

  test('Given a user whose name is "me", Then the address is still that of whoever asks', async () => {
    const other = await service.givenUser({ username: 'me' });

    expect((await service.ada.client.get('/rest/users/me/')).body.id).toBe(service.ada.id);
    expect((await other.client.get('/rest/users/me/')).body.username).toBe('me');
  });
});

describe('A user that a superuser creates', () => {
  const create = (user: Record<string, unknown>) => service.root.client.post('/rest/users/').send(user);

  test('has the flags it was given, and signs in with the password at once', async () => {
    const user = { username: newName('user'), is_staff: true, is_superuser: true, is_active: true };

    const response = await create({ ...user, password: 'correct horse' });

    expect(response.status).toBe(201);
    expect(response.headers.location).toBe(`${service.url}/rest/users/${response.body.id}/`);
    expect(response.body).toEqual({
      ...user,
      id: expect.any(Number),
      groups: [],
      quota_bytes: null,
      quota_videos: null,
      usage: { bytes: { used: 0, allowed: null }, videos: { used: 0, allowed: null } },
      url: response.headers.location,
      first_name: '',
      last_name: '',
      email: '',
    });
    const me = await signedInWith(user.username, 'correct horse').get('/rest/users/me/');
    expect([me.status, me.body.id]).toEqual([200, response.body.id]);
    expect(await statusOfSignIn(user.username, 'Correct horse')).toBe(401);
  });

  test('is active, and neither staff nor superuser, unless something else is said', async () => {
    for (const send of [
      create({ username: newName('user') }),
      service.root.client
        .post('/rest/users/')
        .type('form')
        .send({ username: newName('user') }),
      service.root.client.post('/rest/users/').field('username', newName('user')),
    ]) {
      const response = await send;
      expect([response.status, response.body]).toMatchObject([
        201,
        { is_active: true, is_staff: false, is_superuser: false },
      ]);
    }
  });

  test('Given no password or an inactive account, Then nobody signs in with any', async () => {
    const [without, inactive] = [newName('user'), newName('user')];
    await create({ username: without }).expect(201);
    await create({ username: inactive, password: 'correct horse', is_active: false }).expect(201);

    expect(await statusOfSignIn(without, '')).toBe(401);
    expect(await statusOfSignIn(inactive, 'correct horse')).toBe(401);
  });

  test('shows the password nowhere, not even as a hash', async () => {
    const username = newName('user');
    const password = 'xyzzy plugh';
    const created = await create({ username, password });
    const address = addressOf(created.body);

    const answers = [
      created,
      await service.root.client.get(address),
      await service.root.client.get(`/rest/users/?search=${username}`),
      await service.root.client.patch(address).send({ password: 'plugh xyzzy' }),
      await service.root.client.options(address),
      await service.root.client.get('/rest/users/?ordering=password'),
      await service.root.client.get('/rest/users/?password=x'),
      await service.root.client.get('/rest/users/?password__startswith=x'),
      await service.root.client.get('/rest/users/?password_hash=x'),
    ];

    expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 200, 200, 400, 400, 400, 400]);
    for (const { text } of answers) expect(text).not.toMatch(/xyzzy|scrypt|passwordHash/);
    for (const { body } of answers.slice(0, 2)) expect(body).not.toHaveProperty('password');
  });

  test.each([
    [
      'short',
      'This password is too short. It must contain at least 8 characters.',
      'Ce mot de passe est trop court. Il doit contenir au minimum 8 caractères.',
    ],
    [
      'x'.repeat(1001),
      'This password is too long. It may take 1000 bytes at most.',
      'Ce mot de passe est trop long. Il peut occuper au plus 1000 octets.',
    ],
    [
      'line\nline\n',
      'This password contains control characters, such as a line end, which nobody can sign in with.',
      'Ce mot de passe contient des caractères de contrôle, comme une fin de ligne, avec lesquels personne ne peut se connecter.',
    ],
    [null, 'This field may not be null.', 'Ce champ ne peut être nul.'],
    [['correct horse'], 'Not a valid string.', 'Chaîne de caractère invalide.'],
    [12_345_678, 'Not a valid string.', 'Chaîne de caractère invalide.'],
  ])('Given the password %j, Then it is refused with a reason', async (password, en, fr) => {
    const user = { username: newName('user'), password };

    const english = await create(user);
    const french = await create(user).set('Accept-Language', 'fr');

    expect([english.status, english.body]).toEqual([400, { password: [en] }]);
    expect([french.status, french.body]).toEqual([400, { password: [fr] }]);
  });

  test('Given a name that somebody has, Then it is refused in the words that clients know', async () => {
    const english = await create({ username: service.ada.username });
    const french = await create({ username: service.ada.username }).set('Accept-Language', 'fr');

    expect([english.status, english.body]).toEqual([
      400,
      { username: ['A user with that username already exists.'] },
    ]);
    expect(french.body).toEqual({ username: ['Un utilisateur avec ce nom existe déjà.'] });
  });

  test('Whatever name the API takes, its owner can sign in with it', async () => {
    const letters = fc.constantFrom(
      'a',
      'É',
      'e\u0301',
      'ß',
      '7',
      '٣',
      '中',
      '𝒜',
      '@',
      '.',
      '+',
      '-',
      '_',
      'ﬁ',
      'नि',
    );
    const name = fc.array(letters, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''));
    const password = 'open sesame';
    const { id: donorId } = await givenUserWithPassword(service.db, { password });
    const { passwordHash } = await account(donorId);

    const check = async (given: string) => {
      const { status, body } = await create({ username: given });
      if (status !== 201) return;
      // A hash that is cheap to check.
      await service.db.prisma.user.update({ where: { id: body.id }, data: { passwordHash } });
      expect([body.username, await statusOfSignIn(body.username, password)]).toEqual([body.username, 200]);
      await service.db.prisma.user.delete({ where: { id: body.id } });
    };

    await fc.assert(fc.asyncProperty(name, check), { numRuns: 40 });
    await check('𝒜'.repeat(150));
  });
});

describe('A password', () => {
  test('When its owner changes it, Then the old one is refused at once, and tokens stay', async () => {
    const { username, password } = await givenUserWithPassword(service.db);
    const before = signedInWith(username, password);
    expect((await before.get('/rest/')).status).toBe(200);

    const { key } = await createToken(service.db, { by: serviceItself, username });
    const withToken = service.as({ Authorization: `Token ${key}` });

    // Taken as it is: blanks at its ends count.
    const changed = await before.patch('/rest/users/me/').send({ password: '  correct horse ' });

    expect(changed.status).toBe(200);
    expect((await before.get('/rest/')).status).toBe(401);
    expect(await statusOfSignIn(username, '  correct horse ')).toBe(200);
    expect((await withToken.get('/rest/')).status).toBe(200);
  });

  test('is not the user name, whether that is there, new, or changed with it', async () => {
    const bob = await service.givenUser({ username: 'bob-the-builder' });
    const said = { password: [AccountRuleError.messages.password_of_context.en] };
    const answers = [
      await bob.client.patch('/rest/users/me/').send({ password: 'Bob-The-Builder' }),
      await service.root.client
        .patch(addressOf(bob))
        .send({ username: 'alice-the-builder', password: 'alice-the-builder' }),
      await service.root.client
        .post('/rest/users/')
        .send({ username: 'carol-builds', password: 'carol-builds' }),
    ];

    expect(answers.map(({ status, body }) => [status, body])).toEqual(answers.map(() => [400, said]));
    expect(await account(bob.id)).toMatchObject({ username: 'bob-the-builder', passwordHash: null });
  });

  test.each(['zanzibar26!', 'Example-University'])(
    'is not a name of the institution or the service: %s',
    async (password) => {
      const user = await service.givenUser();
      const answers = [
        await user.client.patch('/rest/users/me/').send({ password }),
        await service.root.client.post('/rest/users/').send({ username: newName(), password }),
      ];

      const said = { password: [AccountRuleError.messages.password_of_context.en] };
      expect(answers.map(({ status, body }) => [status, body])).toEqual(answers.map(() => [400, said]));
    },
  );

  test('Given 24 changes by one user at once, Then five are made, the rest is told when to come again, and whoever signs in is let in', async () => {
    const [bob, eve] = [await givenUserWithPassword(service.db), await service.givenUser()];
    const statuses: number[] = [];
    const changes = Array.from({ length: 24 }, async (_none, index) => {
      const answer = await eve.client.patch('/rest/users/me/').send({ password: `correct horse ${index}` });
      statuses.push(answer.status);
      return answer;
    });
    const signIn = statusOfSignIn(bob.username, bob.password);

    const answers = await Promise.all(changes);
    const refused = answers.filter(({ status }) => status === 429);

    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
    expect(refused).toHaveLength(19);
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
    expect(await signIn).toBe(200);
  });

  test('costs nothing where the rest of the change is refused', async () => {
    const [bob, eve] = [await service.givenUser(), await service.givenUser()];
    const hashes = await countHashes(async () => {
      const change = { password: 'correct horse', username: bob.username };
      expect((await eve.client.patch('/rest/users/me/').send(change)).status).toBe(403);
      expect((await service.root.client.patch(addressOf(eve)).send(change)).status).toBe(400);
    });
    expect(hashes).toBe(0);
  });

  test('left out of a PUT or empty in a form stays as it is', async () => {
    const { id, username, password } = await givenUserWithPassword(service.db);
    const { passwordHash } = await account(id);

    await service.root.client.put(addressOf({ id })).send({ username }).expect(200);
    await service.root.client.patch(addressOf({ id })).type('form').send({ password: '' }).expect(200);

    expect((await account(id)).passwordHash).toBe(passwordHash);
    expect(await statusOfSignIn(username, password)).toBe(200);
  });
});

describe('Two at once', () => {
  test('Given one name for two new users, Then one is created and the other hears that it is taken', async () => {
    const username = newName('user');
    const create = () => service.root.client.post('/rest/users/').send({ username });

    const answers = await Promise.all([create(), create(), create(), create()]);

    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400]);
    for (const { status, body } of answers)
      if (status === 400) expect(body).toEqual({ username: ['A user with that username already exists.'] });
  });

  test('Given one name for two users, Then one gets it and the other hears that it is taken', async () => {
    for (let round = 0; round < 5; round += 1) {
      const people = [await service.givenUser(), await service.givenUser(), await service.givenUser()];
      const username = newName('user');

      const answers = await Promise.all(
        people.map((person) => service.root.client.patch(addressOf(person)).send({ username })),
      );

      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
      for (const { status, body } of answers)
        if (status === 400) expect(body).toEqual({ username: ['A user with that username already exists.'] });
    }
  });
});

describe('Deleting a user', () => {
  test('ends the tokens at once', async () => {
    const bob = await service.givenUser();

    expect((await service.staff.client.delete(addressOf(bob))).status).toBe(204);

    const response = await bob.client.get('/rest/users/me/');
    expect([response.status, response.body]).toEqual([401, { detail: 'Invalid token.' }]);
  });

  test('Given videos of theirs, Then it is refused with their number, and they stay', async () => {
    const bob = await service.givenUser();
    for (let video = 0; video < 3; video += 1) await givenVideo(service.db, { ownerId: bob.id });

    const english = await service.root.client.delete(addressOf(bob));
    const french = await service.staff.client.delete(addressOf(bob)).set('Accept-Language', 'fr');

    expect([english.status, english.body]).toEqual([
      409,
      { detail: 'This user is still in use (videos: 3). Change or delete those first.' },
    ]);
    expect([french.status, french.body]).toEqual([
      409,
      {
        detail:
          "Cet objet (utilisateur) est encore utilisé (vidéos\u00a0: 3). Modifiez ou supprimez-les d'abord.",
      },
    ]);
    expect(await listOf(bob)).toBe(3);
  });
});

async function listOf({ client }: Person): Promise<number> {
  return (await client.get('/rest/videos/')).body.count;
}

/** Values as the boxes of a form send them. */
function formOf(values: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}
