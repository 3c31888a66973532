import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { environmentName } from '@campus/config';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { configurationSource, loadSigningConfiguration } from '../../src/config.ts';

const publicTokens = 'public-token-0123456789';
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'signing-config-'));
});
afterEach(() => rm(folder, { recursive: true }));

function load(env: Record<string, string>) {
  return loadSigningConfiguration({ env, workingDirectory: folder, repositoryRoot: folder });
}

function problemsOf(env: Record<string, string>): string {
  try {
    load(env);
  } catch (error) {
    return (error as Error).message;
  }
  return 'no problem';
}

describe('The configuration of the signing service', () => {
  test('has defaults for everything but the public tokens', () => {
    expect(load({ APPLI_PUBLIC_TOKENS: publicTokens })).toEqual({
      host: '127.0.0.1',
      port: 8081,
      processes: 1,
      baseUrl: undefined,
      trustedProxies: ['loopback'],
      metricsHost: '127.0.0.1',
      metricsPort: 9081,
      tracesEndpoint: undefined,
      tracesRatio: 0.05,
      databasePoolSize: 10,
      databaseListTimeout: 10,
      databaseReadUrl: undefined,
      databaseUrl: undefined,
      dataDir: path.join(folder, '.data/conventions-signing'),
      publicTokens: [publicTokens],
      managementTokens: [],
      webhook: undefined,
      oidcIssuer: undefined,
      oidcClientId: undefined,
      oidcClientSecret: undefined,
      oidcUsernameClaim: 'preferred_username',
      retention: {},
      rootUsername: 'root',
      rootPassword: undefined,
      language: 'en',
      timeZone: 'Europe/Paris',
      legalUrl: undefined,
      accessibilityUrl: undefined,
      brandName: undefined,
      brandColour: '#2457a6',
      brandLogo: undefined,
    });
  });

  test('takes the names of the contract from a properties file', async () => {
    await writeFile(
      path.join(folder, 'conventions-signing.properties'),
      [
        `appli.public.tokens = ${publicTokens} ; second-token-0123456789;`,
        'webhook.signature.uri=https://sign.example.org/start?tenant=a',
        'webhook.signature.token=webhook-token-0123456789',
      ].join('\n'),
    );

    expect(load({})).toMatchObject({
      publicTokens: [publicTokens, 'second-token-0123456789'],
      webhook: { uri: 'https://sign.example.org/start?tenant=a', token: 'webhook-token-0123456789' },
    });
  });

  test.each([
    ['no public tokens', {}, /appli\.public\.tokens must be set/],
    ['a short token', { APPLI_PUBLIC_TOKENS: 'short' }, /APPLI_PUBLIC_TOKENS.*16 or more/],
    [
      'public tokens of one character',
      { APPLI_PUBLIC_TOKENS: 'x'.repeat(40) },
      /APPLI_PUBLIC_TOKENS.*different/,
    ],
    [
      'a management token of one part over and over',
      { APPLI_MANAGEMENT_TOKENS: 'sesame-sesame-sesame' },
      /APPLI_MANAGEMENT_TOKENS.*over and over/,
    ],
    [
      'a webhook token of few characters',
      { WEBHOOK_SIGNATURE_URI: 'https://a.example.org', WEBHOOK_SIGNATURE_TOKEN: '1231231232132113' },
      /WEBHOOK_SIGNATURE_TOKEN.*different/,
    ],
    ['a token of other characters', { APPLI_PUBLIC_TOKENS: 'sixteen characters!' }, /APPLI_PUBLIC_TOKENS/],
    ['one token for both APIs', { APPLI_MANAGEMENT_TOKENS: publicTokens }, /share a token/],
    [
      'a webhook without its token',
      { WEBHOOK_SIGNATURE_URI: 'https://a.example.org' },
      /without webhook\.signature\.token/,
    ],
    [
      'a webhook token without its uri',
      { WEBHOOK_SIGNATURE_TOKEN: publicTokens },
      /without webhook\.signature\.uri/,
    ],
    [
      'a webhook that is not http',
      { WEBHOOK_SIGNATURE_URI: 'ftp://a.example.org', WEBHOOK_SIGNATURE_TOKEN: publicTokens },
      /WEBHOOK_SIGNATURE_URI.*http/,
    ],
    [
      'a webhook that names an id already',
      { WEBHOOK_SIGNATURE_URI: 'https://a.example.org?avenantid=1', WEBHOOK_SIGNATURE_TOKEN: publicTokens },
      /must not have conventionid or avenantid/,
    ],
    ['the name of another version', { APPLI_TOKENS: publicTokens }, /it is called APPLI_PUBLIC_TOKENS/],
    ['an unknown name', { WEBHOOK_SIGNATURE_URL: 'https://a.example.org' }, /WEBHOOK_SIGNATURE_URL/],
    ['the whole world without a public address', { SERVER_HOST: '0.0.0.0' }, /server\.base-url is required/],
    [
      'trusted lists by a password',
      { TRUST_LOTL_URI: 'https://user:password@a.example.org', TRUST_LOTL_SIGNERS: '.' },
      /TRUST_LOTL_URI.*without user name and password/,
    ],
    ['a colour of the pages that is none', { BRAND_COLOUR: 'blue' }, /BRAND_COLOUR.*such as #0b57a4/],
    ['a logo that is not there', { BRAND_LOGO: 'no-such-logo.svg' }, /BRAND_LOGO.*can be read/],
    ['a database that is none', { DATABASE_URL: 'mysql://a/b' }, /DATABASE_URL.*postgresql:/],
  ] as [string, Record<string, string>, RegExp][])('refuses %s', (name, env, message) => {
    const complete = name.includes('public tokens') ? env : { APPLI_PUBLIC_TOKENS: publicTokens, ...env };

    expect(problemsOf(complete)).toMatch(message);
  });

  test('refuses every misspelt variable, but of names that platforms have too', () => {
    const { parameters } = configurationSource({ env: {}, workingDirectory: folder, repositoryRoot: folder });
    const misspelt = Object.values(parameters).map(({ name }) => `${environmentName(name)}X`);

    const problems = problemsOf(Object.fromEntries(misspelt.map((variable) => [variable, 'x'])));

    const passed = misspelt.filter((variable) => !problems.includes(`${variable}: unknown parameter`));
    expect([...new Set(passed.map((variable) => variable.split('_')[0]))].sort()).toEqual([
      'DATA',
      'DATABASE',
      'METRICS',
      'SERVER',
      'TRACES',
    ]);
  });

  test('names a missing token also when the address beside it is wrong', () => {
    const message = problemsOf({
      APPLI_PUBLIC_TOKENS: publicTokens,
      WEBHOOK_SIGNATURE_URI: 'sign.example.org',
    });

    expect(message).toMatch(/WEBHOOK_SIGNATURE_URI.*http/);
    expect(message).toMatch(/without webhook\.signature\.token/);
  });

  test('names all problems in one message, and no token', async () => {
    await writeFile(
      path.join(folder, 'conventions-signing.properties'),
      `appli.tokens=${publicTokens}\nserver.port=80x\nserver.port=81\nwebhook.signature.uri=\n`,
    );

    const message = problemsOf({ WEBHOOK_SIGNATURE_TOKEN: 'too short secret' });

    expect(message).toMatch(/line 1.*appli\.public\.tokens/);
    expect(message).toMatch(/lines 2 and 3.*server\.port/);
    expect(message).toMatch(/line 4.*webhook\.signature\.uri/);
    expect(message).toContain('WEBHOOK_SIGNATURE_TOKEN');
    expect(message).not.toContain(publicTokens);
    expect(message).not.toContain('too short secret');
  });

  test('leaves variables alone that are nobody’s', () => {
    expect(
      problemsOf({ APPLI_PUBLIC_TOKENS: publicTokens, SERVER_SOFTWARE: 'x', WEBHOOK_SIGNATURE_URI: '' }),
    ).toBe('no problem');
  });
});
