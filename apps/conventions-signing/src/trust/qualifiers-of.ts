/** What certificates that meet criteria are, whatever they say of themselves (ETSI TS 119 612 §5.5.9.2). */
export interface Qualification {
  /** URIs: `…/SvcInfoExt/QCWithSSCD`. */
  qualifiers: string[];
  criteria: Criteria;
}

/** Of a certificate (§5.5.9.2.2). */
export interface Criteria {
  assert: 'all' | 'atLeastOne' | 'none';
  /** Bits of the key usage by name, such as `nonRepudiation`, and whether they must be set. */
  keyUsages: Record<string, boolean>[];
  /** Policies (OIDs) that it must all have. */
  policies: string[][];
  /** Purposes (OIDs) of its extended key usage that it must all have. */
  purposes: string[][];
  /** Attributes (OIDs) that its subject must have. */
  subjectAttributes: string[][];
  nested: Criteria[];
  /** Criteria of a kind that is not known: whether they are met, nobody can tell. */
  hasUnknown: boolean;
}

/** What criteria look at in a certificate. */
export interface CertificateTraits {
  /** Bits that are set, by their names in RFC 5280 §4.2.1.3. */
  keyUsage: ReadonlySet<string>;
  /** OIDs, as the next ones. */
  policies: ReadonlySet<string>;
  purposes: ReadonlySet<string>;
  subjectAttributes: ReadonlySet<string>;
}

/** What a service says of a certificate that it issued: the qualifiers of all criteria that it meets, as URIs. */
export function qualifiersOf(qualifications: readonly Qualification[], traits: CertificateTraits): string[] {
  return qualifications
    .filter(({ criteria }) => meets(criteria, traits) === true)
    .flatMap(({ qualifiers }) => qualifiers);
}

/** Undefined: nobody can tell, since there are criteria of a kind that is not known. */
function meets(criteria: Criteria, traits: CertificateTraits): boolean | undefined {
  const { keyUsages, policies, purposes, subjectAttributes, nested, hasUnknown } = criteria;
  const has = (set: ReadonlySet<string>) => (wanted: string[]) => wanted.every((one) => set.has(one));
  const answers: (boolean | undefined)[] = [
    ...keyUsages.map((bits) =>
      Object.entries(bits).every(([name, isSet]) => traits.keyUsage.has(name) === isSet),
    ),
    ...policies.map(has(traits.policies)),
    ...purposes.map(has(traits.purposes)),
    ...subjectAttributes.map(has(traits.subjectAttributes)),
    ...nested.map((inner) => meets(inner, traits)),
    ...(hasUnknown ? [undefined] : []),
  ];
  switch (criteria.assert) {
    case 'all':
      return answers.includes(false) ? false : whenKnown(answers, true);
    case 'atLeastOne':
      return answers.includes(true) || whenKnown(answers, false);
    case 'none':
      return answers.includes(true) ? false : whenKnown(answers, true);
  }
}

function whenKnown(answers: readonly (boolean | undefined)[], value: boolean): boolean | undefined {
  return answers.includes(undefined) ? undefined : value;
}
