import { isEmail } from '@campus/accounts';
import { affiliations } from './affiliations.ts';

/** A value of a claim, and the name that it stands for here. */
export type Meaning = readonly [value: string, name: string];

/** Where an identity provider says what of a person: the names of claims, and what their values mean. */
export interface ClaimRules {
  firstName: string;
  lastName: string;
  email: string;
  /** Undefined: affiliations stay as people put them; so with the others. */
  affiliation: { claim: string; meanings: readonly Meaning[] } | undefined;
  /** Code names of access groups. */
  groups: { claim: string; meanings: readonly Meaning[] } | undefined;
  staff: { claim: string; value: string } | undefined;
}

/** What is to be written down of a person; what is undefined stays as it is. */
export type ClaimedPerson = ReturnType<typeof personInClaims>;

/**
 * Reads what an identity provider says of a person.
 *
 * Claims may be of any form: what is none, or does not fit, says nothing. A person whose claim of groups or of staff is
 * missing is in none of the groups that the rules name, and no staff: providers leave out what is empty.
 */
export function personInClaims(
  claims: Readonly<Record<string, unknown>>,
  { firstName, lastName, email, affiliation, groups, staff }: ClaimRules,
) {
  const affiliationsSaid =
    affiliation && namesIn(claims[affiliation.claim], [...affiliation.meanings, ...themselves]);
  const groupsSaid = groups && namesIn(claims[groups.claim], groups.meanings);
  const groupsNamed = new Set(groups?.meanings.map(([, name]) => name));
  return {
    firstName: nameIn(claims[firstName]),
    lastName: nameIn(claims[lastName]),
    email: textsIn(claims[email]).find(isEmail),
    affiliation: affiliations.find((one) => affiliationsSaid?.has(one)),
    /** Code names of the access groups that the person belongs to, and of those that the rules name besides. */
    groups: {
      of: [...(groupsSaid ?? [])],
      notOf: [...groupsNamed].filter((name) => !groupsSaid?.has(name)),
    },
    isStaff: staff && textsIn(claims[staff.claim]).includes(staff.value),
  };
}

const themselves: Meaning[] = affiliations.map((one) => [one, one]);

const maxNameCharacters = 150;

function nameIn(claim: unknown): string | undefined {
  const [name] = textsIn(claim);
  return name !== undefined && [...name].length <= maxNameCharacters ? name : undefined;
}

/** What the values of a claim stand for. */
function namesIn(claim: unknown, meanings: readonly Meaning[]): Set<string> {
  const said = new Set(textsIn(claim));
  return new Set(meanings.filter(([value]) => said.has(value)).map(([, name]) => name));
}

/** The lines of text that a claim is, one or several; some providers say yes and no by truth values. */
function textsIn(claim: unknown): string[] {
  return (Array.isArray(claim) ? claim : [claim])
    .map((one) => (typeof one === 'boolean' ? String(one) : one))
    .filter((one) => typeof one === 'string')
    .map((one) => one.trim())
    .filter((one) => /^[^\p{Cc}\p{Cs}]+$/u.test(one));
}
