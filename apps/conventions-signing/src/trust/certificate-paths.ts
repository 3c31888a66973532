/** Ways from a certificate to an anchor (RFC 5280 §6). */
import {
  authorityOf,
  type Certificate,
  keyUsageOf,
  maySign,
  type Path,
  purposesOf,
  saysUnknown,
} from './certificate.ts';
import type { JudgementReason } from './indications.ts';
import type { Material } from './material.ts';
import { namesPermitted } from './name-constraints.ts';
import { hasPoliciesAskedFor } from './policies.ts';
import type { TrustPurpose } from './trust-anchor.ts';

const maxLength = 10;
const maxPaths = 16;

/**
 * All ways up, the shortest first among those of one step; each certificate signed by the one above it, none twice.
 *
 * @throws TooMuch
 */
export function* pathsFrom(certificate: Certificate, material: Material): Generator<Path> {
  let found = 0;
  for (const path of waysUp([certificate], material)) {
    yield path;
    found += 1;
    if (found === maxPaths) return;
  }
}

function* waysUp(path: Path, material: Material): Generator<Path> {
  material.effort.step();
  const last = path.at(-1) ?? path[0];
  if (material.anchorsFor(last).length > 0) yield path;
  if (path.length === maxLength) return;
  for (const issuer of material.named(last.issuer)) {
    const isKnown = path.some(({ subject, keyId }) => subject === issuer.subject && keyId === issuer.keyId);
    if (!isKnown && material.hasSigned(issuer, last)) yield* waysUp([...path, issuer], material);
  }
}

const timeStamping = '1.3.6.1.5.5.7.3.8';
/** Of what is no person: web servers, time-stamp authorities, responders of OCSP. */
const servicePurposes = ['1.3.6.1.5.5.7.3.1', timeStamping, '1.3.6.1.5.5.7.3.9'];
/** Any, mail, documents (RFC 9336), and what Microsoft and Adobe had for documents before. */
const documentPurposes = [
  '2.5.29.37.0',
  '1.3.6.1.5.5.7.3.4',
  '1.3.6.1.5.5.7.3.36',
  '1.3.6.1.4.1.311.10.3.12',
  '1.2.840.113583.1.1.5',
];

/** What RFC 5280 has against a way; undefined when nothing. */
export function objectionTo(
  path: Path,
  purpose: TrustPurpose,
): { reason: JudgementReason; certificate: Certificate } | undefined {
  const [leaf, ...authorities] = path;
  if (!isFor(leaf, purpose)) return { reason: 'key-usage', certificate: leaf };
  const strange = path.slice(0, -1).find(saysUnknown);
  if (strange !== undefined) return { reason: 'unknown-extension', certificate: strange };
  if (!hasPoliciesAskedFor(path)) return { reason: 'policy-missing', certificate: leaf };
  for (const [index, certificate] of authorities.entries()) {
    const { isAuthority, pathLength } = authorityOf(certificate);
    const isAnchor = index === authorities.length - 1;
    // RFC 5280 §6.1: an anchor may be a certificate of version 1, which says nothing of this.
    if (!isAuthority && !isAnchor) return { reason: 'not-an-authority', certificate };
    const isMeant = isAnchor || purpose === 'time-stamps' || !isOfService(certificate);
    if (!isMeant || keyUsageOf(certificate)?.has('keyCertSign') === false)
      return { reason: 'key-usage', certificate };
    // §4.2.1.9: those that were issued in their own name do not count.
    const below = authorities.slice(0, index).filter(({ subject, issuer }) => subject !== issuer).length;
    if (pathLength !== undefined && below > pathLength) return { reason: 'path-too-long', certificate };
    const hasForbiddenName = path
      .slice(0, index + 1)
      .some((one, place) => (place === 0 || one.subject !== one.issuer) && !namesPermitted(one, certificate));
    if (hasForbiddenName) return { reason: 'name-not-permitted', certificate };
  }
  return undefined;
}

function isFor(leaf: Certificate, purpose: TrustPurpose): boolean {
  if (!maySign(leaf)) return false;
  if (purpose === 'signatures') return !isOfService(leaf);
  // RFC 3161 §2.3: this purpose alone, and decisive.
  const purposes = purposesOf(leaf);
  return purposes?.critical === true && purposes.of.length === 1 && purposes.of[0] === timeStamping;
}

/** RFC 5280 §4.2.1.12: whether its key is for a service, and for nothing that documents are signed for. */
function isOfService(certificate: Certificate): boolean {
  const of = purposesOf(certificate)?.of ?? [];
  return of.some((one) => servicePurposes.includes(one)) && !of.some((one) => documentPurposes.includes(one));
}
