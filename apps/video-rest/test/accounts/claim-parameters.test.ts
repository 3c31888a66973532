import path from 'node:path';
import { expect, test } from '@jest/globals';
import { claimsReadBy } from '../../src/accounts/account-of-identity.ts';
import { claimRules } from '../../src/accounts/claim-parameters.ts';
import { loadVideoConfiguration } from '../../src/config.ts';

const provider = {
  OIDC_ISSUER: 'https://idp.example.edu',
  OIDC_CLIENT_ID: 'video',
  OIDC_CLIENT_SECRET: 'a secret of the video platform',
};

function rulesOf(env: Record<string, string>) {
  const repositoryRoot = path.resolve(import.meta.dirname, '../../../..');
  const configuration = loadVideoConfiguration({
    env,
    workingDirectory: import.meta.dirname,
    repositoryRoot,
  });
  return claimRules(configuration, 'oidc');
}

test('Nothing is made of what the provider says unless a parameter speaks of it', () => {
  const rules = rulesOf(provider);

  expect(rules).toMatchObject({ createsAccounts: false, refreshesNames: false });
  expect(claimsReadBy(rules)).toEqual([]);
});

test('A mapping leads from values, which may hold =, to the names of groups and affiliations', () => {
  const rules = rulesOf({
    ...provider,
    OIDC_CREATE_ACCOUNTS: 'true',
    OIDC_AFFILIATION_CLAIM: 'eduPersonAffiliation',
    OIDC_AFFILIATIONS: 'personnel=staff; member@univ.example=member;',
    OIDC_GROUPS_CLAIM: 'memberOf',
    OIDC_GROUPS: 'cn=teachers,ou=groups=teachers ; Exam office = examiners',
  });

  expect(rules).toMatchObject({
    createsAccounts: true,
    affiliation: {
      meanings: [
        ['personnel', 'staff'],
        ['member@univ.example', 'member'],
      ],
    },
    groups: {
      meanings: [
        ['cn=teachers,ou=groups', 'teachers'],
        ['Exam office', 'examiners'],
      ],
    },
  });
  expect(claimsReadBy(rules)).toEqual([
    'given_name',
    'family_name',
    'email',
    'eduPersonAffiliation',
    'memberOf',
  ]);
});

test('All that is wrong or means nothing is told at once', () => {
  const wrong = () =>
    rulesOf({
      OIDC_CREATE_ACCOUNTS: 'yes',
      OIDC_REFRESH_NAMES: 'true',
      OIDC_AFFILIATIONS: 'chef=boss',
      OIDC_GROUPS: 'teachers',
      OIDC_STAFF_VALUE: 'video-team',
      CAS_URL: 'https://cas.example.edu/cas',
    });

  for (const problem of [
    /oidc.create-accounts must be true or false/,
    /oidc.affiliations must lead to affiliations, which are faculty, teacher, /,
    /oidc.groups must be value=name, several separated by ;/,
    /oidc.staff-value means nothing without oidc.staff-claim: set that too/,
    /oidc.refresh-names means nothing without oidc.issuer: set that too/,
    /server.base-url is required with cas.url, since tickets are held against it/,
  ])
    expect(wrong).toThrow(problem);
});
