import { randomUUID } from 'node:crypto';
import { type CasTestServer, startCasServer } from '@campus/testing/cas';
import { type OpenIdProvider, startOpenIdProvider } from '@campus/testing/openid';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { accountOfIdentity, type IdentityRules } from '../../../../src/accounts/account-of-identity.ts';
import type { VideoConfiguration } from '../../../../src/config.ts';
import { historyOf } from '../../../support/history-of.ts';
import { useService } from '../../../support/service.ts';
import { type Answer, signedIn, type Visitor, visitorOf } from '../../../support/visitor.ts';

const clientSecret = 'a secret of the video platform';
const names = { given_name: 'Grace', family_name: 'Hopper', email: 'grace@example.edu' };

type Claims = NonNullable<OpenIdProvider['people'][number]['claims']>;

const configuration: Partial<VideoConfiguration> = {
  oidcClientId: 'video',
  oidcClientSecret: clientSecret,
  oidcCreateAccounts: true,
  oidcRefreshNames: true,
  oidcAffiliationClaim: 'eduPersonAffiliation',
  oidcAffiliations: [['personnel', 'staff']],
  oidcGroupsClaim: 'groups',
  oidcGroups: [
    ['/teaching', 'teachers'],
    ['/exams', 'examiners'],
  ],
  oidcStaffClaim: 'groups',
  oidcStaffValue: '/video-team',
  casCreateAccounts: true,
  casAffiliationClaim: 'eduPersonAffiliation',
  casGroupsClaim: 'memberOf',
  casGroups: [['cn=exams,ou=groups', 'examiners']],
  casStaffClaim: 'memberOf',
  casStaffValue: 'cn=video-team,ou=groups',
};
let provider: OpenIdProvider;
let cas: CasTestServer;

beforeAll(async () => {
  provider = await startOpenIdProvider();
  configuration.oidcIssuer = provider.issuer;
  cas = await startCasServer();
  configuration.casUrl = cas.url;
});
const service = useService(configuration);
beforeAll(async () => {
  const redirectUris = [`${service.url}/accounts/openid/callback/`];
  provider.register({ clientId: 'video', clientSecret, redirectUris });
  for (const code_name of ['teachers', 'examiners', 'readers'])
    await service.staff.client.post('/rest/accessgroups/').send({ code_name }).expect(201);
});
afterAll(() => Promise.all([provider.stop(), cas.stop()]));

/** Makes somebody known at the provider, or changes what it says of them. */
function known(claims: Claims, subject: string = randomUUID()): string {
  const others = provider.people.filter((person) => person.subject !== subject);
  provider.people.splice(0, Number.POSITIVE_INFINITY, ...others, { subject, claims });
  return subject;
}

/** A user name that nobody has had. */
const freeName = () => `grace-${randomUUID()}`;

/** Where the provider sends the browser back to. */
async function comeBack(visitor: Visitor, subject: string): Promise<string> {
  const { location } = await visitor.get('/accounts/openid/');
  return (await provider.signIn(location ?? '', subject)).href;
}

async function signIn(subject: string, headers: Record<string, string> = {}): Promise<Answer> {
  const visitor = visitorOf(service);
  return visitor.get(await comeBack(visitor, subject), headers);
}

/** What staff sees of an account. */
async function seen(username: string) {
  const { body } = await service.staff.client.get(`/rest/users/?username=${username}`).expect(200);
  const [user] = body.results;
  const owners = await service.staff.client.get(`/rest/owners/?user=${user.id}`).expect(200);
  const groups = await service.staff.client.get(`/rest/accessgroups/?users=${owners.body.results[0].id}`);
  return {
    user,
    owner: owners.body.results[0],
    groups: groups.body.results.map(({ code_name }: { code_name: string }) => code_name),
  };
}

describe('Whoever signs in by OpenID Connect for the first time', () => {
  test('gets an account of what the provider says, and goes on', async () => {
    const preferred_username = freeName();
    const subject = known({
      ...names,
      preferred_username,
      eduPersonAffiliation: ['member', 'personnel', 'unheard of'],
      groups: ['/teaching', '/choir'],
    });

    expect(await signIn(subject)).toMatchObject({ status: 303, location: '/video/' });

    expect(await seen(preferred_username)).toMatchObject({
      user: { first_name: 'Grace', last_name: 'Hopper', email: 'grace@example.edu', is_staff: false },
      owner: { auth_type: 'OIDC', affiliation: 'staff' },
      groups: ['teachers'],
    });
    expect(await historyOf(service, preferred_username)).toEqual([
      {
        event: 'account-created',
        actor: 'identity-provider:OIDC',
        address: '127.0.0.1',
        detail: { rights: [], password: false },
      },
    ]);
  });

  test('gets one account, however many of their sign-ins arrive at once', async () => {
    const preferred_username = freeName();
    const subject = known({ ...names, preferred_username, groups: ['/exams'] });
    const visitors = [1, 2, 3, 4].map(() => visitorOf(service));
    const returns = await Promise.all(visitors.map((visitor) => comeBack(visitor, subject)));

    const answers = await Promise.all(visitors.map((visitor, place) => visitor.get(returns[place] ?? '')));

    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
    expect(await seen(preferred_username)).toMatchObject({ groups: ['examiners'] });
    expect((await historyOf(service, preferred_username)).map(({ event }) => event)).toEqual([
      'account-created',
    ]);
  });

  test('gets the account of their name that is nobody else yet, as before', async () => {
    const local = await service.givenUser({ username: freeName() });
    const subject = known({ ...names, preferred_username: local.username });

    expect(await signIn(subject)).toMatchObject({ status: 303 });

    expect((await seen(local.username)).user).toMatchObject({ id: local.id, first_name: 'Grace' });
  });

  test('is refused the name of somebody else, of a disabled account and of a superuser', async () => {
    const theirs = known({ preferred_username: freeName() });
    await signIn(theirs);
    const taken = provider.people.find(({ subject }) => subject === theirs)?.claims?.preferred_username ?? '';
    const disabled = await service.givenUser({ username: freeName(), isActive: false });
    const before = (await service.sql.query('select * from users order by id')).rows;

    for (const preferred_username of [taken, disabled.username, 'root']) {
      const answer = await signIn(known({ ...names, preferred_username }), { 'Accept-Language': 'fr' });
      expect(answer.status).toBe(403);
      expect(answer.text).toContain(`Il existe déjà ici un compte «\u00a0${preferred_username}\u00a0»`);
    }
    expect((await service.sql.query('select * from users order by id')).rows).toEqual(before);
  });

  test.each([
    ['overlong', 'g'.repeat(151)],
    ['with control characters', 'grace\u0007hopper'],
    ['of markup', '<b>grace</b>'],
    ['absent', undefined],
  ])('gets no account for a user name that is %s', async (_what, preferred_username) => {
    const count = async () => (await service.sql.query('select from users')).rowCount;
    const before = await count();

    expect(await signIn(known({ ...names, preferred_username }))).toMatchObject({ status: 403 });

    expect(await count()).toBe(before);
  });

  test('keeps an account in which nothing stands of what cannot be so', async () => {
    const preferred_username = freeName();
    const subject = known({
      preferred_username,
      given_name: 'x'.repeat(151),
      family_name: 'Hop\u0000per',
      email: 'not an address',
      eduPersonAffiliation: { student: true },
      groups: 7,
    });

    expect(await signIn(subject)).toMatchObject({ status: 303 });

    expect(await seen(preferred_username)).toMatchObject({
      user: { first_name: '', last_name: '', email: '' },
      owner: { affiliation: 'student' },
      groups: [],
    });
  });
});

describe('At every sign-in', () => {
  test('names, affiliation and the groups of the mapping follow, and other groups stay', async () => {
    const preferred_username = freeName();
    const subject = known({ ...names, preferred_username, groups: ['/teaching'] });
    await signIn(subject);
    await service.staff.client
      .post('/rest/accessgroups_set_user_accessgroup/')
      .send({ username: preferred_username, groups: ['readers'] })
      .expect(200);

    known({ given_name: 'Amazing', eduPersonAffiliation: 'alum', groups: ['/exams'] }, subject);
    await signIn(subject);

    expect(await seen(preferred_username)).toMatchObject({
      user: { first_name: 'Amazing', last_name: 'Hopper' },
      owner: { affiliation: 'alum' },
    });
    expect((await seen(preferred_username)).groups.toSorted()).toEqual(['examiners', 'readers']);
  });

  test('whoever the provider calls staff is, and others are no more', async () => {
    const preferred_username = freeName();
    const subject = known({ preferred_username, groups: ['/video-team'] });
    expect(await signIn(subject)).toMatchObject({ location: '/rest/' });

    known({ groups: [] }, subject);
    expect(await signIn(subject)).toMatchObject({ location: '/video/' });

    expect(
      (await historyOf(service, preferred_username)).map(({ event, actor, detail }) => [
        event,
        actor,
        detail,
      ]),
    ).toEqual([
      ['account-created', 'identity-provider:OIDC', { rights: ['staff'], password: false }],
      ['rights-changed', 'identity-provider:OIDC', { from: ['staff'], to: [] }],
    ]);
  });

  test('a superuser stays one, and as much staff as before', async () => {
    const username = freeName();
    const subject = known({ preferred_username: username, groups: ['/video-team'] });
    await signIn(subject);
    await service.sql.query('update users set is_superuser = true where username = $1', [username]);

    known({ preferred_username: username, groups: [] }, subject);
    await signIn(subject);

    expect((await seen(username)).user).toMatchObject({ is_superuser: true, is_staff: true });
  });

  test('an account that is disabled stays out, and as it was', async () => {
    const preferred_username = freeName();
    const subject = known({ ...names, preferred_username });
    await signIn(subject);
    await service.sql.query('update users set is_active = false where username = $1', [preferred_username]);

    known({ given_name: 'Amazing', groups: ['/video-team'] }, subject);

    expect(await signIn(subject)).toMatchObject({ status: 403 });
    expect((await seen(preferred_username)).user).toMatchObject({ first_name: 'Grace', is_staff: false });
  });

  test('nothing changes that no parameter speaks of', async () => {
    const username = freeName();
    const identity = { subject: randomUUID(), username, claims: { ...names, groups: ['/exams'] } };
    const rules: IdentityRules = {
      createsAccounts: true,
      refreshesNames: false,
      firstName: 'given_name',
      lastName: 'family_name',
      email: 'email',
      affiliation: undefined,
      groups: undefined,
      staff: undefined,
    };
    const from = { protocol: 'OIDC', rules, address: undefined } as const;
    await accountOfIdentity(service.db, identity, from);
    const { owner } = await seen(username);
    await service.staff.client
      .patch(`/rest/owners/${owner.id}/`)
      .send({ affiliation: 'retired' })
      .expect(200);
    const again = { ...identity, claims: { given_name: 'Amazing', groups: ['/video-team'] } };

    await accountOfIdentity(service.db, again, from);

    expect(await seen(username)).toMatchObject({
      user: { first_name: 'Grace', is_staff: false },
      owner: { affiliation: 'retired' },
      groups: [],
    });
  });
});

describe('Whoever signs in by CAS for the first time', () => {
  const attributes = { givenName: 'Grace', sn: "O'Hopper", mail: 'grace@example.edu' };

  async function comeBackFromCas(visitor: Visitor, user: string): Promise<string> {
    return (await cas.signIn((await visitor.get('/accounts/cas/')).location ?? '', user)).href;
  }

  test('gets an account by the same rules, of its attributes', async () => {
    const user = freeName();
    const memberOf = ['cn=exams,ou=groups', 'cn=video-team,ou=groups'];
    cas.people.push({
      user,
      attributes: { ...attributes, eduPersonAffiliation: ['member', 'faculty'], memberOf },
    });
    const visitor = visitorOf(service);

    const answer = await visitor.get(await comeBackFromCas(visitor, user));

    expect(answer).toMatchObject({ status: 303, location: '/rest/' });
    expect(await seen(user)).toMatchObject({
      user: { first_name: 'Grace', last_name: "O'Hopper", email: 'grace@example.edu', is_staff: true },
      owner: { auth_type: 'CAS', affiliation: 'faculty' },
      groups: ['examiners'],
    });
    const boss = await signedIn(service, { username: 'root', password: 'root-password' });
    expect((await boss.get(`/admin/history/?account=${user}`)).text).toContain('the identity provider (CAS)');
    expect(await historyOf(service, user)).toMatchObject([
      { event: 'account-created', actor: 'identity-provider:CAS' },
    ]);
  });

  test('gets one account, however many of their sign-ins arrive at once', async () => {
    const user = freeName();
    cas.people.push({ user, attributes });
    const visitors = [1, 2, 3, 4].map(() => visitorOf(service));
    const returns = await Promise.all(visitors.map((visitor) => comeBackFromCas(visitor, user)));

    const answers = await Promise.all(visitors.map((visitor, place) => visitor.get(returns[place] ?? '')));

    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
    expect((await historyOf(service, user)).map(({ event }) => event)).toEqual(['account-created']);
  });

  test('is refused the name of a superuser, and bound to the account of another way in', async () => {
    const preferred_username = freeName();
    await signIn(known({ preferred_username }));
    cas.people.push({ user: 'root', attributes }, { user: preferred_username, attributes });

    const [stranger, visitor] = [visitorOf(service), visitorOf(service)];
    expect(await stranger.get(await comeBackFromCas(stranger, 'root'))).toMatchObject({ status: 403 });
    expect(await visitor.get(await comeBackFromCas(visitor, preferred_username))).toMatchObject({
      status: 303,
    });

    expect((await seen(preferred_username)).owner).toMatchObject({ auth_type: 'CAS' });
    expect((await historyOf(service, preferred_username)).at(-1)).toMatchObject({ event: 'identity-linked' });
  });
});
