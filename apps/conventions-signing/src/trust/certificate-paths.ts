/** Ways from a certificate to an anchor (RFC 5280 §6). */
import { domainToASCII } from 'node:url';
import * as x509 from './certificate.ts';
import { at, contextTag, type Der, partOf } from './der.ts';
import { comparableParts, textOf } from './distinguished-name.ts';
import type { JudgementReason } from './indications.ts';
import type { Material } from './material.ts';
import type { TrustPurpose } from './trust-anchor.ts';

const maxLength = 10;
const maxPaths = 16;

/**
 * All ways up, the shortest first among those of one step; each certificate signed by the one above it, none twice.
 *
 * @throws TooMuch
 */
export function* pathsFrom(certificate: x509.Certificate, material: Material): Generator<x509.Path> {
  let found = 0;
  for (const path of waysUp([certificate], material)) {
    yield path;
    found += 1;
    if (found === maxPaths) return;
  }
}

function* waysUp(path: x509.Path, material: Material): Generator<x509.Path> {
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
  path: x509.Path,
  purpose: TrustPurpose,
): { reason: JudgementReason; certificate: x509.Certificate } | undefined {
  const [leaf, ...authorities] = path;
  if (!isFor(leaf, purpose)) return { reason: 'key-usage', certificate: leaf };
  const strange = path.slice(0, -1).find(x509.saysUnknown);
  if (strange !== undefined) return { reason: 'unknown-extension', certificate: strange };
  if (!hasPoliciesAskedFor(path)) return { reason: 'policy-missing', certificate: leaf };
  for (const [index, certificate] of authorities.entries()) {
    const { isAuthority, pathLength } = x509.authorityOf(certificate);
    const isAnchor = index === authorities.length - 1;
    // RFC 5280 §6.1: an anchor may be a certificate of version 1, which says nothing of this.
    if (!isAuthority && !isAnchor) return { reason: 'not-an-authority', certificate };
    const isMeant = isAnchor || purpose === 'time-stamps' || !isOfService(certificate);
    if (!isMeant || x509.keyUsageOf(certificate)?.has('keyCertSign') === false)
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

function isFor(leaf: x509.Certificate, purpose: TrustPurpose): boolean {
  if (!x509.maySign(leaf)) return false;
  if (purpose === 'signatures') return !isOfService(leaf);
  // RFC 3161 §2.3: this purpose alone, and decisive.
  const purposes = x509.purposesOf(leaf);
  return purposes?.critical === true && purposes.of.length === 1 && purposes.of[0] === timeStamping;
}

/** RFC 5280 §4.2.1.12: whether its key is for a service, and for nothing that documents are signed for. */
function isOfService(certificate: x509.Certificate): boolean {
  const of = x509.purposesOf(certificate)?.of ?? [];
  return of.some((one) => servicePurposes.includes(one)) && !of.some((one) => documentPurposes.includes(one));
}

/** What an authority may certify (RFC 5280 §4.2.1.10). */
interface Name {
  /** Its tag: 0x81 a mail address, 0x82 a host name, 0xa4 of a directory. */
  tag: number;
  text: string;
  /** Of a directory: its parts, comparable. */
  parts: string[];
}

const mail = 0x81;
const host = 0x82;
const directory = contextTag(4);
const mailInSubject = '1.2.840.113549.1.9.1';

/** Whether all names of the one are among those that the other may certify. */
function namesPermitted(certificate: x509.Certificate, authority: x509.Certificate): boolean {
  const constraints = authority.extensions.get(x509.extensionIds.nameConstraints);
  if (constraints === undefined) return true;
  const parts = constraints.value.children;
  const permitted = treesIn(partOf(parts, contextTag(0)));
  const excluded = treesIn(partOf(parts, contextTag(1)));
  return namesOf(certificate).every((name) => {
    const ofKind = permitted.filter(({ tag }) => tag === name.tag);
    const isConstrained = [...ofKind, ...excluded].some(({ tag }) => tag === name.tag);
    // §4.2: whoever cannot process a constraint must reject what it is about.
    if (isConstrained && ![mail, host, directory].includes(name.tag)) return false;
    if (excluded.some((tree) => tree.tag === name.tag && isWithin(name, tree))) return false;
    return ofKind.length === 0 || ofKind.some((tree) => isWithin(name, tree));
  });
}

function treesIn(subtrees: Der | undefined): Name[] {
  return (subtrees?.children ?? []).map((subtree) => {
    const [base, ...bounds] = subtree.children;
    // RFC 5280 §4.2.1.10: they are not used; whoever cannot process them must reject.
    if (base === undefined || bounds.some(({ tag, hex }) => tag !== 0x80 || hex !== '00'))
      throw new Error('The subtree has bounds');
    return nameIn(base);
  });
}

/** RFC 9598: an address of mail beyond ASCII, which stands among other names. */
const otherName = contextTag(0);
const internationalMail = '1.3.6.1.5.5.7.8.9';

function nameIn(name: Der): Name {
  if (name.tag === otherName && at(name.children, 0).oid === internationalMail) {
    const text = textOf(at(at(name.children, 1).children, 0)) ?? '';
    const host = text.lastIndexOf('@') + 1;
    return { tag: mail, text: text.slice(0, host) + domainToASCII(text.slice(host)), parts: [] };
  }
  const isDirectory = name.tag === directory;
  return {
    tag: name.tag,
    text: isDirectory ? '' : withoutCase(Buffer.from(name.content).toString('latin1')),
    parts: isDirectory ? comparableParts(at(name.children, 0)) : [],
  };
}

/** RFC 5280 §7.5: of a mailbox what stands before the host goes by case. */
function withoutCase(text: string): string {
  const host = text.lastIndexOf('@') + 1;
  return text.slice(0, host) + text.slice(host).toLowerCase();
}

function namesOf({ encoded: { subject }, extensions }: x509.Certificate): Name[] {
  const mails = subject.children
    .flatMap((set) => set.children.map((one) => one.children))
    .filter(([type]) => type?.oid === mailInSubject)
    .map(([, value]) => ({
      tag: mail,
      text: withoutCase((value && textOf(value)) ?? ''),
      parts: [],
    }));
  const others = extensions.get(x509.extensionIds.alternativeName)?.value.children ?? [];
  return [
    { tag: directory, text: '', parts: comparableParts(subject) },
    ...mails,
    ...others.map(nameIn),
  ].filter(({ tag, parts }) => tag !== directory || parts.length > 0);
}

function isWithin(name: Name, tree: Name): boolean {
  if (name.tag === directory) return tree.parts.every((part, index) => part === name.parts[index]);
  if (name.tag === host)
    return (
      tree.text === '' || name.text === tree.text || name.text.endsWith(`.${tree.text.replace(/^\./, '')}`)
    );
  const domain = name.text.slice(name.text.lastIndexOf('@') + 1);
  if (tree.text.includes('@')) return name.text === tree.text;
  return tree.text.startsWith('.') ? domain.endsWith(tree.text) : domain === tree.text;
}

const anyPolicy = '2.5.29.32.0';

/**
 * Whether the certificates of the way have a policy in common, where one of its authorities asks for it (RFC 5280 §6.1). That
 * one policy stands for another (§4.2.1.5) is not followed: what rests on it has none.
 */
function hasPoliciesAskedFor(path: x509.Path): boolean {
  // So many more certificates may be without a policy, and may have "any" for one.
  let withoutPolicy = Number.POSITIVE_INFINITY;
  let withAny = Number.POSITIVE_INFINITY;
  let common: ReadonlySet<string> | undefined;
  for (const certificate of path.slice(0, -1).reverse()) {
    const isRenewal = certificate.subject === certificate.issuer && certificate !== path[0];
    const own = policiesOf(certificate);
    if (!own.has(anyPolicy) || (withAny === 0 && !isRenewal))
      common = new Set([...own].filter((one) => one !== anyPolicy && (common?.has(one) ?? true)));
    if (withoutPolicy === 0 && common?.size === 0) return false;
    const step = isRenewal ? 0 : 1;
    const asked = certificate.extensions.get(x509.extensionIds.policyConstraints)?.value.children ?? [];
    const noAny = certificate.extensions.get(x509.extensionIds.noAnyPolicy)?.value;
    withoutPolicy = Math.min(
      Math.max(0, withoutPolicy - step),
      ...asked.filter(isOfPolicies).map(({ count }) => count),
    );
    withAny = Math.min(Math.max(0, withAny - step), ...(noAny === undefined ? [] : [noAny.count]));
  }
  return withoutPolicy > 0 || common?.size !== 0;
}

function policiesOf({ extensions }: x509.Certificate): ReadonlySet<string> {
  const policies = extensions.get(x509.extensionIds.policies)?.value.children ?? [];
  return new Set(policies.map((policy) => at(policy.children, 0).oid));
}

/** `requireExplicitPolicy` (§4.2.1.11). */
function isOfPolicies({ tag }: Der): boolean {
  return tag === 0x80;
}
