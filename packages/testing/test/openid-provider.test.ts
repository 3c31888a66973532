import { createHash, createPublicKey, type JsonWebKey, randomBytes, verify } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type OpenIdClient, type OpenIdProvider, startOpenIdProvider } from '../src/openid/index.ts';

const client: OpenIdClient = {
  clientId: 'campus',
  clientSecret: 'a-secret-of-the-tests',
  redirectUris: ['http://127.0.0.1:4000/login/openid'],
};
const ada = {
  subject: 'ada-1815',
  claims: { name: 'Ada "A" L.', preferred_username: 'ada', email: 'ada@example.org', email_verified: true },
};

let provider: OpenIdProvider;
// What was said while it started counts too.
const said: unknown[] = [];
for (const level of ['warn', 'info', 'error'] as const)
  console[level] = (...words: unknown[]) => void said.push(words);
beforeAll(async () => {
  provider = await startOpenIdProvider({ clients: [client], people: [ada, { subject: 'bare' }] });
});
afterAll(() => provider.stop());
afterEach(() => expect(said).toEqual([]));

/** A sign-in as the service begins it. */
function begin(at: OpenIdProvider, changes: Record<string, string> = {}) {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const url = new URL('/auth', at.issuer);
  url.search = new URLSearchParams({
    client_id: client.clientId,
    redirect_uri: client.redirectUris[0] ?? '',
    response_type: 'code',
    scope: 'openid profile email',
    state: 'a-state',
    nonce: 'a-nonce',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...changes,
  }).toString();
  return { url, verifier };
}

/** The token request that follows, by HTTP Basic. */
async function exchange(at: OpenIdProvider, code: string | null, verifier: string) {
  const response = await fetch(`${at.issuer}/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64')}`,
    },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: code ?? '',
      redirect_uri: client.redirectUris[0] ?? '',
      code_verifier: verifier,
    }),
  });
  return { status: response.status, body: await jsonOf<Partial<TokenAnswer>>(response) };
}

interface TokenAnswer {
  id_token: string;
  access_token: string;
  error: string;
}

/** The shapes are those of OpenID Connect; what a test asserts shows whether they hold. */
async function jsonOf<T>(response: Response): Promise<T> {
  return (await response.json()) as T;
}

/** The claims of an id token whose signature fits one of the provider's published keys. */
async function verified(at: OpenIdProvider, idToken = ''): Promise<Record<string, unknown>> {
  const configuration = await fetch(`${at.issuer}/.well-known/openid-configuration`);
  const { jwks_uri } = await jsonOf<{ jwks_uri: string }>(configuration);
  const { keys } = await jsonOf<{ keys: JsonWebKey[] }>(await fetch(jwks_uri));
  const [head = '', claims = '', signature = ''] = idToken.split('.');
  const isSigned = keys.some((key) =>
    verify(
      'RSA-SHA256',
      Buffer.from(`${head}.${claims}`),
      createPublicKey({ key, format: 'jwk' }),
      Buffer.from(signature, 'base64url'),
    ),
  );
  expect(isSigned).toBe(true);
  return JSON.parse(Buffer.from(claims, 'base64url').toString());
}

describe('A person who signs in', () => {
  test('Given a choice on the page, Then code, id token and userinfo say who it is', async () => {
    const { url, verifier } = begin(provider);

    const back = await provider.signIn(url, ada.subject);

    expect(`${back.origin}${back.pathname}`).toBe(client.redirectUris[0]);
    expect(Object.fromEntries(back.searchParams)).toEqual({
      code: expect.any(String),
      state: 'a-state',
      iss: provider.issuer,
    });
    const { status, body } = await exchange(provider, back.searchParams.get('code'), verifier);
    expect(status).toBe(200);
    expect(await verified(provider, body.id_token)).toMatchObject({
      iss: provider.issuer,
      aud: client.clientId,
      nonce: 'a-nonce',
      sub: ada.subject,
      ...ada.claims,
    });
    const userinfo = await fetch(`${provider.issuer}/me`, {
      headers: { authorization: `Bearer ${body.access_token}` },
    });
    expect(await userinfo.json()).toEqual({ sub: ada.subject, ...ada.claims });
  });

  test('Given a person without claims, Then nothing but the subject is told', async () => {
    const { url, verifier } = begin(provider);
    const back = await provider.signIn(url, 'bare');
    const { body } = await exchange(provider, back.searchParams.get('code'), verifier);
    const claims = await verified(provider, body.id_token);
    expect([claims.sub, claims.name, claims.email]).toEqual(['bare', undefined, undefined]);
  });

  test('Given a person who cancels, Then the service is told that access is denied', async () => {
    const back = await provider.signIn(begin(provider).url, null);
    expect(back.searchParams.get('error')).toBe('access_denied');
    expect(back.searchParams.get('state')).toBe('a-state');
  });

  test('Given somebody unknown, Then the test hears of it', async () => {
    await expect(provider.signIn(begin(provider).url, 'stranger')).rejects.toThrow('nobody here is stranger');
  });
});

describe('What the provider refuses', () => {
  test('Given no PKCE, Then the service is told so', async () => {
    const { url } = begin(provider);
    url.searchParams.delete('code_challenge');
    url.searchParams.delete('code_challenge_method');
    const back = await provider.signIn(url, ada.subject);
    expect(back.searchParams.get('error')).toBe('invalid_request');
  });

  test('Given another verifier, Then the code is worth nothing', async () => {
    const back = await provider.signIn(begin(provider).url, ada.subject);
    const { status, body } = await exchange(provider, back.searchParams.get('code'), 'x'.repeat(43));
    expect([status, body.error]).toEqual([400, 'invalid_grant']);
  });

  test('Given a redirect URI that is not registered, Then it is not followed', async () => {
    const { url } = begin(provider, { redirect_uri: 'http://127.0.0.1:4001/' });
    await expect(provider.signIn(url, ada.subject)).rejects.toThrow('invalid_redirect_uri');
  });
});

describe('A provider of its own', () => {
  test('Given a service and a person made known later, by another name of the host, Then they sign in', async () => {
    const other = await startOpenIdProvider({ host: 'localhost', claimsIn: 'userinfo' });
    try {
      expect(other.issuer).toMatch(/^http:\/\/localhost:\d+$/);
      other.register(client);
      other.people.push(ada);
      const { url, verifier } = begin(other);
      const back = await other.signIn(url, ada.subject);
      const { body } = await exchange(other, back.searchParams.get('code'), verifier);
      const claims = await verified(other, body.id_token);
      expect([claims.sub, claims.email]).toEqual([ada.subject, undefined]);
    } finally {
      await other.stop();
    }
  });
});
