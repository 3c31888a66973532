import { openIdParameters } from '@campus/accounts';
import { boolean, ParameterError, parameter, text, type Values } from '@campus/config';
import type { IdentityRules } from './account-of-identity.ts';
import { affiliations, isAffiliation } from './affiliations.ts';
import type { Meaning } from './person-in-claims.ts';

/** What becomes of people whom the OpenID Connect provider knows. */
export const openIdClaimParameters = {
  oidcCreateAccounts: parameter({
    name: 'oidc.create-accounts',
    meaning: 'whether whoever has no account here gets one at the first sign-in: true or false',
    parse: boolean,
    default: { value: false, text: 'false' },
  }),
  oidcRefreshNames: parameter({
    name: 'oidc.refresh-names',
    meaning:
      'whether names and mail address are taken over at every sign-in, and not only into a new account: true or false',
    parse: boolean,
    default: { value: false, text: 'false' },
  }),
  oidcFirstNameClaim: claim({ name: 'oidc.first-name-claim', meaning: 'first name', usual: 'given_name' }),
  oidcLastNameClaim: claim({ name: 'oidc.last-name-claim', meaning: 'last name', usual: 'family_name' }),
  oidcEmailClaim: claim({ name: 'oidc.email-claim', meaning: 'mail address', usual: 'email' }),
  oidcAffiliationClaim: parameter({
    name: 'oidc.affiliation-claim',
    meaning:
      'claim of the affiliation, such as eduPersonAffiliation, taken over at every sign-in; absent: people put it',
    parse: text,
  }),
  oidcAffiliations: parameter({
    name: 'oidc.affiliations',
    meaning:
      'what other values of it mean: `value=affiliation`, several separated by `;`; unknown ones say nothing',
    parse: affiliationMeanings,
    default: { value: [], text: 'none' },
  }),
  oidcGroupsClaim: parameter({ name: 'oidc.groups-claim', meaning: 'claim of groups', parse: text }),
  oidcGroups: parameter({
    name: 'oidc.groups',
    meaning:
      'access groups that follow it at every sign-in: `value=code name`, several separated by `;`; people put who is in the others',
    parse: meanings,
    default: { value: [], text: 'none' },
  }),
  oidcStaffClaim: parameter({
    name: 'oidc.staff-claim',
    meaning:
      'claim that tells staff, at every sign-in: whoever has `oidc.staff-value` is, others are no more; superusers stay as they are; absent: people say who is',
    parse: text,
  }),
  oidcStaffValue: parameter({
    name: 'oidc.staff-value',
    meaning: 'its value, or one of them, that makes somebody staff',
    parse: text,
  }),
};

/** What each needs, when it is set, to mean something. */
const needs = [
  ['oidcCreateAccounts', 'oidcIssuer'],
  ['oidcRefreshNames', 'oidcIssuer'],
  ['oidcAffiliationClaim', 'oidcIssuer'],
  ['oidcAffiliations', 'oidcAffiliationClaim'],
  ['oidcGroupsClaim', 'oidcIssuer'],
  ['oidcGroupsClaim', 'oidcGroups'],
  ['oidcGroups', 'oidcGroupsClaim'],
  ['oidcStaffClaim', 'oidcIssuer'],
  ['oidcStaffClaim', 'oidcStaffValue'],
  ['oidcStaffValue', 'oidcStaffClaim'],
] as const;

const named = { ...openIdClaimParameters, oidcIssuer: openIdParameters.oidcIssuer };

/** The rules across them. */
export function checkClaims(isSet: (key: keyof typeof named) => boolean) {
  return needs
    .filter(([given, needed]) => isSet(given) && !isSet(needed))
    .map(([given, needed]) => ({
      parameters: [given],
      message: `${named[given].name} means nothing without ${named[needed].name}: set that too`,
    }));
}

/** What is done with what the OpenID Connect provider says of people. */
export function openIdRules(configuration: Values<typeof openIdClaimParameters>): IdentityRules {
  const { oidcAffiliationClaim, oidcGroupsClaim, oidcStaffClaim, oidcStaffValue } = configuration;
  const groups = configuration.oidcGroups;
  return {
    createsAccounts: configuration.oidcCreateAccounts,
    refreshesNames: configuration.oidcRefreshNames,
    firstName: configuration.oidcFirstNameClaim,
    lastName: configuration.oidcLastNameClaim,
    email: configuration.oidcEmailClaim,
    affiliation:
      oidcAffiliationClaim === undefined
        ? undefined
        : { claim: oidcAffiliationClaim, meanings: configuration.oidcAffiliations },
    groups: oidcGroupsClaim === undefined ? undefined : { claim: oidcGroupsClaim, meanings: groups },
    staff:
      oidcStaffClaim === undefined || oidcStaffValue === undefined
        ? undefined
        : { claim: oidcStaffClaim, value: oidcStaffValue },
  };
}

function claim({ name, meaning, usual }: { name: string; meaning: string; usual: string }) {
  return parameter({
    name,
    meaning: `claim of the ${meaning}`,
    parse: text,
    default: { value: usual, text: usual },
  });
}

function affiliationMeanings(given: string): readonly Meaning[] {
  const pairs = meanings(given);
  if (!pairs.every(([, name]) => isAffiliation(name)))
    throw new ParameterError(`must lead to affiliations, which are ${affiliations.join(', ')}`);
  return pairs;
}

/** Names of groups often hold a `=` themselves (`cn=teachers,ou=groups`), code names hardly ever: the last one counts. */
function meanings(given: string): readonly Meaning[] {
  const pieces = given.split(';').filter((piece) => piece.trim() !== '');
  const pairs = pieces.map((piece) => /^\s*(\S|\S.*\S)\s*=\s*([^=]*[^=\s])\s*$/.exec(piece));
  if (pairs.length === 0 || pairs.includes(null))
    throw new ParameterError('must be value=name, several separated by ;');
  return pairs.flatMap((pair) => (pair === null ? [] : [[pair[1] ?? '', pair[2] ?? ''] as const]));
}
