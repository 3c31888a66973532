import { casParameters, openIdParameters } from '@campus/accounts';
import { boolean, ParameterError, parameter, text, type Values } from '@campus/config';
import { affiliations, isAffiliation } from '../domain/affiliations.ts';
import type { Meaning } from '../domain/person-in-claims.ts';
import type { IdentityRules } from './account-of-identity.ts';

type Prefix = 'oidc' | 'cas';

/**
 * What becomes of people whom an identity provider knows.
 *
 * @param prefix         of the names
 * @param options.word   what a claim is called there
 * @param options.usual  where names and mail address usually are
 */
function family(
  prefix: Prefix,
  { word, usual }: { word: string; usual: { firstName: string; lastName: string; email: string } },
) {
  const yesOrNo = (name: string, meaning: string) =>
    parameter(`${prefix}.${name}`, meaning, boolean, { default: false });
  const source = (name: string, meaning: string, usually: string) =>
    parameter(`${prefix}.${name}-${word}`, meaning, text, { default: usually });
  const mapping = (name: string, meaning: string, parse: (given: string) => readonly Meaning[]) =>
    parameter(`${prefix}.${name}`, meaning, parse, { default: [], text: 'none' });
  const whereOrNone = (name: string, meaning: string) => parameter(`${prefix}.${name}`, meaning, text);
  return {
    createAccounts: yesOrNo(
      'create-accounts',
      'whether whoever has no account here gets one at the first sign-in: true or false',
    ),
    refreshNames: yesOrNo(
      'refresh-names',
      'whether names and mail address are taken over at every sign-in, and not only into a new account: true or false',
    ),
    firstNameClaim: source('first-name', 'where the first name is', usual.firstName),
    lastNameClaim: source('last-name', 'where the last name is', usual.lastName),
    emailClaim: source('email', 'where the mail address is', usual.email),
    affiliationClaim: whereOrNone(
      `affiliation-${word}`,
      'where the affiliation is, such as eduPersonAffiliation, taken over at every sign-in; absent: people put it',
    ),
    affiliations: mapping(
      'affiliations',
      'what other values of it mean: `value=affiliation`, several separated by `;`; unknown ones say nothing',
      affiliationMeanings,
    ),
    groupsClaim: whereOrNone(`groups-${word}`, 'where the groups are that somebody is in'),
    groups: mapping(
      'groups',
      'access groups that follow them at every sign-in: `value=code name`, several separated by `;`; people put who is in the others',
      meanings,
    ),
    staffClaim: whereOrNone(
      `staff-${word}`,
      `what tells staff, at every sign-in: whoever has \`${prefix}.staff-value\` is, others are no more; superusers stay as they are; absent: people say who is`,
    ),
    staffValue: whereOrNone('staff-value', 'its value, or one of them, that makes somebody staff'),
  };
}

type Family = ReturnType<typeof family>;
type Prefixed<P extends Prefix> = { [Key in keyof Family as `${P}${Capitalize<Key>}`]: Family[Key] };

const keyOf = (prefix: Prefix, key: keyof Family) =>
  `${prefix}${key.charAt(0).toUpperCase()}${key.slice(1)}` as keyof typeof claimParameters;

function prefixed<P extends Prefix>(prefix: P, told: Parameters<typeof family>[1]): Prefixed<P> {
  const declared = Object.entries(family(prefix, told));
  const entries = declared.map(([key, one]) => [keyOf(prefix, key as keyof Family), one]);
  return Object.fromEntries(entries) as Prefixed<P>;
}

/** Of the OpenID Connect provider. */
export const openIdClaimParameters = prefixed('oidc', {
  word: 'claim',
  usual: { firstName: 'given_name', lastName: 'family_name', email: 'email' },
});

/** The same of the CAS server; claims are called attributes there. */
export const casClaimParameters = prefixed('cas', {
  word: 'attribute',
  usual: { firstName: 'givenName', lastName: 'sn', email: 'mail' },
});

const claimParameters = { ...openIdClaimParameters, ...casClaimParameters };
const declared = { ...openIdParameters, ...casParameters, ...claimParameters };

/** What each needs, when it is set, to mean something; `provider` is where the provider is. */
const needs: readonly (readonly [given: keyof Family, needed: keyof Family | 'provider'])[] = [
  ['createAccounts', 'provider'],
  ['refreshNames', 'provider'],
  ['affiliationClaim', 'provider'],
  ['affiliations', 'affiliationClaim'],
  ['groupsClaim', 'provider'],
  ['groupsClaim', 'groups'],
  ['groups', 'groupsClaim'],
  ['staffClaim', 'provider'],
  ['staffClaim', 'staffValue'],
  ['staffValue', 'staffClaim'],
];

const providers = { oidc: 'oidcIssuer', cas: 'casUrl' } as const;

/** The rules across them. */
export function checkClaims(isSet: (key: keyof typeof declared) => boolean) {
  const needsOf = (prefix: Prefix) =>
    needs.map(
      ([given, needed]) =>
        [keyOf(prefix, given), needed === 'provider' ? providers[prefix] : keyOf(prefix, needed)] as const,
    );
  return [...needsOf('oidc'), ['casRenew', 'casUrl'] as const, ...needsOf('cas')]
    .filter(([given, needed]) => isSet(given) && !isSet(needed))
    .map(([given, needed]) => ({
      parameters: [given],
      message: `${declared[given].name} means nothing without ${declared[needed].name}: set that too`,
    }));
}

/** What is done with what the provider of this prefix says of people. */
export function claimRules(configuration: Values<typeof claimParameters>, prefix: Prefix): IdentityRules {
  const of = <Key extends keyof Family>(key: Key) => configuration[keyOf(prefix, key)] as Values<Family>[Key];
  const [affiliation, groups, staff, value] = [
    of('affiliationClaim'),
    of('groupsClaim'),
    of('staffClaim'),
    of('staffValue'),
  ];
  return {
    createsAccounts: of('createAccounts'),
    refreshesNames: of('refreshNames'),
    firstName: of('firstNameClaim'),
    lastName: of('lastNameClaim'),
    email: of('emailClaim'),
    affiliation: affiliation === undefined ? undefined : { claim: affiliation, meanings: of('affiliations') },
    groups: groups === undefined ? undefined : { claim: groups, meanings: of('groups') },
    staff: staff === undefined || value === undefined ? undefined : { claim: staff, value },
  };
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
