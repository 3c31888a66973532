import { casParameters, openIdParameters } from '@campus/accounts';
import { boolean, ParameterError, parameter, text, type Values } from '@campus/config';
import { affiliations, isAffiliation } from '../domain/affiliations.ts';
import type { Meaning } from '../domain/person-in-claims.ts';
import type { IdentityRules } from './account-of-identity.ts';

/** What becomes of people whom the OpenID Connect provider knows. */
export const openIdClaimParameters = {
  oidcCreateAccounts: createAccounts('oidc.create-accounts'),
  oidcRefreshNames: refreshNames('oidc.refresh-names'),
  oidcFirstNameClaim: source('oidc.first-name-claim', { of: 'first name', usual: 'given_name' }),
  oidcLastNameClaim: source('oidc.last-name-claim', { of: 'last name', usual: 'family_name' }),
  oidcEmailClaim: source('oidc.email-claim', { of: 'mail address', usual: 'email' }),
  oidcAffiliationClaim: affiliationSource('oidc.affiliation-claim'),
  oidcAffiliations: affiliationsIn('oidc.affiliations'),
  oidcGroupsClaim: groupsSource('oidc.groups-claim'),
  oidcGroups: groupsIn('oidc.groups'),
  oidcStaffClaim: staffSource('oidc.staff-claim', 'oidc.staff-value'),
  oidcStaffValue: staffValue('oidc.staff-value'),
};

/** The same of the CAS server; claims are called attributes there. */
export const casClaimParameters = {
  casCreateAccounts: createAccounts('cas.create-accounts'),
  casRefreshNames: refreshNames('cas.refresh-names'),
  casFirstNameAttribute: source('cas.first-name-attribute', { of: 'first name', usual: 'givenName' }),
  casLastNameAttribute: source('cas.last-name-attribute', { of: 'last name', usual: 'sn' }),
  casEmailAttribute: source('cas.email-attribute', { of: 'mail address', usual: 'mail' }),
  casAffiliationAttribute: affiliationSource('cas.affiliation-attribute'),
  casAffiliations: affiliationsIn('cas.affiliations'),
  casGroupsAttribute: groupsSource('cas.groups-attribute'),
  casGroups: groupsIn('cas.groups'),
  casStaffAttribute: staffSource('cas.staff-attribute', 'cas.staff-value'),
  casStaffValue: staffValue('cas.staff-value'),
};

const named = {
  oidcIssuer: openIdParameters.oidcIssuer,
  ...openIdClaimParameters,
  ...casParameters,
  ...casClaimParameters,
};

/** What each needs, when it is set, to mean something. */
const needs: readonly (readonly [given: keyof typeof named, needed: keyof typeof named])[] = [
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
  ['casRenew', 'casUrl'],
  ['casCreateAccounts', 'casUrl'],
  ['casRefreshNames', 'casUrl'],
  ['casAffiliationAttribute', 'casUrl'],
  ['casAffiliations', 'casAffiliationAttribute'],
  ['casGroupsAttribute', 'casUrl'],
  ['casGroupsAttribute', 'casGroups'],
  ['casGroups', 'casGroupsAttribute'],
  ['casStaffAttribute', 'casUrl'],
  ['casStaffAttribute', 'casStaffValue'],
  ['casStaffValue', 'casStaffAttribute'],
];

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
  return {
    createsAccounts: configuration.oidcCreateAccounts,
    refreshesNames: configuration.oidcRefreshNames,
    firstName: configuration.oidcFirstNameClaim,
    lastName: configuration.oidcLastNameClaim,
    email: configuration.oidcEmailClaim,
    affiliation: mapping(oidcAffiliationClaim, configuration.oidcAffiliations),
    groups: mapping(oidcGroupsClaim, configuration.oidcGroups),
    staff: staffRule(oidcStaffClaim, oidcStaffValue),
  };
}

/** What is done with what the CAS server says of people. */
export function casRules(configuration: Values<typeof casClaimParameters>): IdentityRules {
  const { casAffiliationAttribute, casGroupsAttribute, casStaffAttribute, casStaffValue } = configuration;
  return {
    createsAccounts: configuration.casCreateAccounts,
    refreshesNames: configuration.casRefreshNames,
    firstName: configuration.casFirstNameAttribute,
    lastName: configuration.casLastNameAttribute,
    email: configuration.casEmailAttribute,
    affiliation: mapping(casAffiliationAttribute, configuration.casAffiliations),
    groups: mapping(casGroupsAttribute, configuration.casGroups),
    staff: staffRule(casStaffAttribute, casStaffValue),
  };
}

function mapping(claim: string | undefined, meanings: readonly Meaning[]) {
  return claim === undefined ? undefined : { claim, meanings };
}

function staffRule(claim: string | undefined, value: string | undefined) {
  return claim === undefined || value === undefined ? undefined : { claim, value };
}

function createAccounts(name: string) {
  return parameter({
    name,
    meaning: 'whether whoever has no account here gets one at the first sign-in: true or false',
    parse: boolean,
    default: { value: false, text: 'false' },
  });
}

function refreshNames(name: string) {
  return parameter({
    name,
    meaning:
      'whether names and mail address are taken over at every sign-in, and not only into a new account: true or false',
    parse: boolean,
    default: { value: false, text: 'false' },
  });
}

function source(name: string, { of, usual }: { of: string; usual: string }) {
  return parameter({
    name,
    meaning: `where the ${of} is`,
    parse: text,
    default: { value: usual, text: usual },
  });
}

function affiliationSource(name: string) {
  return parameter({
    name,
    meaning:
      'where the affiliation is, such as eduPersonAffiliation, taken over at every sign-in; absent: people put it',
    parse: text,
  });
}

function affiliationsIn(name: string) {
  return parameter({
    name,
    meaning:
      'what other values of it mean: `value=affiliation`, several separated by `;`; unknown ones say nothing',
    parse: affiliationMeanings,
    default: { value: [], text: 'none' },
  });
}

function groupsSource(name: string) {
  return parameter({ name, meaning: 'where the groups are that somebody is in', parse: text });
}

function groupsIn(name: string) {
  return parameter({
    name,
    meaning:
      'access groups that follow them at every sign-in: `value=code name`, several separated by `;`; people put who is in the others',
    parse: meanings,
    default: { value: [], text: 'none' },
  });
}

function staffSource(name: string, valueName: string) {
  return parameter({
    name,
    meaning: `what tells staff, at every sign-in: whoever has \`${valueName}\` is, others are no more; superusers stay as they are; absent: people say who is`,
    parse: text,
  });
}

function staffValue(name: string) {
  return parameter({
    name,
    meaning: 'its value, or one of them, that makes somebody staff',
    parse: text,
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
