/** Which level a signature that has passed reaches (Regulation (EU) No 910/2014, Articles 26 and 3(12)). */

import { type Certificate, extensionIds, keyUsageOf, type Path, purposesOf } from './certificate.ts';
import { at, type Der } from './der.ts';
import type { SignatureJudgement } from './judgement.ts';
import type { Material } from './material.ts';
import { type CertificateTraits, qualifiersOf } from './qualifiers-of.ts';
import { heldAt, isQualifiedService, type TrustAnchor } from './trust-anchor.ts';

/** EN 319 412-5 */
const statements = {
  compliance: '0.4.0.1862.1.1',
  device: '0.4.0.1862.1.4',
  types: '0.4.0.1862.1.6',
  signature: '0.4.0.1862.1.6.1',
  seal: '0.4.0.1862.1.6.2',
};

/**
 * `qualified` when the certificate says to be a qualified one for signatures or seals with its key in a qualified
 * device, or the list says so of it, and the list had its issuer as one who issues those both when it was issued and
 * when it was used; else `advanced`.
 */
export function levelOf(path: Path, material: Material, signedAt: Date): SignatureJudgement['level'] {
  const [leaf] = path;
  const entries = material.anchorsFor(path.at(-1) ?? leaf).filter(isQualifiedService);
  const wasQualified = heldAt(entries, leaf.notBefore).length > 0;
  const isQualified = heldAt(entries, signedAt).some((service) => isQualifiedBy(leaf, service));
  return wasQualified && isQualified ? 'qualified' : 'advanced';
}

function isQualifiedBy(leaf: Certificate, { qualifications, purposes }: TrustAnchor): boolean {
  // ETSI TS 119 612 §5.5.9.2.3: the list has the last word.
  const qualifiers = qualifiersOf(qualifications, traitsOf(leaf));
  const says = (...names: string[]) =>
    names.some((name) => qualifiers.includes(`${serviceInformation}${name}`));
  const { isCompliant, hasDevice, types } = qualifiedStatementsOf(leaf);
  if (says('NotQualified') || !(isCompliant || says('QCStatement'))) return false;
  const isInDevice = says('QCWithQSCD', 'QCQSCDManagedOnBehalf', 'QCWithSSCD')
    ? true
    : !says('QCNoQSCD', 'QCNoSSCD') && hasDevice;
  // EN 319 412-5 §4.2.3: without a type it is one for signatures.
  const isFor = (type: string, qualifier: string) =>
    says(qualifier) || types.includes(type) || (types.length === 0 && type === statements.signature);
  // TS 119 612 §5.5.9.4: a service that says what it is for is qualified for nothing else.
  const isServed = (purpose: string) =>
    purposes.length === 0 || purposes.includes(`${serviceInformation}${purpose}`);
  return (
    isInDevice &&
    !says('QCForWSA') &&
    ((isFor(statements.signature, 'QCForESig') && isServed('ForeSignatures')) ||
      (isFor(statements.seal, 'QCForESeal') && isServed('ForeSeals')))
  );
}

const serviceInformation = 'http://uri.etsi.org/TrstSvc/TrustedList/SvcInfoExt/';

function traitsOf(leaf: Certificate): CertificateTraits {
  const { extensions, encoded } = leaf;
  const policies = extensions.get(extensionIds.policies)?.value.children ?? [];
  const attributes = encoded.subject.children.flatMap((set) => set.children);
  const firstOid = (part: Der) => at(part.children, 0).oid;
  return {
    keyUsage: keyUsageOf(leaf) ?? new Set(),
    policies: new Set(policies.map(firstOid)),
    purposes: new Set(purposesOf(leaf)?.of),
    subjectAttributes: new Set(attributes.map(firstOid)),
  };
}

function qualifiedStatementsOf({ extensions }: Certificate) {
  const said = (extensions.get(extensionIds.qualifiedStatements)?.value.children ?? []).map(
    (statement) => statement.children,
  );
  const has = (wanted: string) => said.some(([id]) => id?.oid === wanted);
  const types = said.find(([id]) => id?.oid === statements.types)?.[1]?.children ?? [];
  return {
    isCompliant: has(statements.compliance),
    hasDevice: has(statements.device),
    types: types.map((type) => type.oid),
  };
}
