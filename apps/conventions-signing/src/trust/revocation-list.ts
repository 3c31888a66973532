/** Revocation lists (RFC 5280 §5), read where they lie: one may have a hundred thousand entries. */
import { createHash } from 'node:crypto';
import { type Certificate, extensionIds, extensionsIn, keyUsageOf } from './certificate.ts';
import { at, contextTag, Der, hex, partOf, tags } from './der.ts';
import { comparableName } from './distinguished-name.ts';
import { isSignedBy } from './reliable-algorithms.ts';

export type RevocationList = ReturnType<typeof readRevocationList>;

const listNumber = '2.5.29.20';
const authorityKey = '2.5.29.35';
const distributionPoint = '2.5.29.28';
const reason = '2.5.29.21';
const removed = 8;

/**
 * @throws Error  for what is no list, and for one of a kind that is unknown here: of changes only, of other issuers',
 *   of some reasons only
 */
export function readRevocationList(der: Uint8Array) {
  const whole = new Der(der);
  const [tbs, algorithm, signature] = whole.children;
  if (tbs === undefined || algorithm === undefined || signature === undefined)
    throw new Error('A part is missing');
  const parts = tbs.children;
  const base = parts[0]?.tag === tags.integer ? 1 : 0;
  const times = parts.filter(({ tag }) => tag === tags.utcTime || tag === tags.generalizedTime);
  const extensions = extensionsIn(partOf(parts, contextTag(0)));
  for (const [id, { critical }] of extensions)
    if (critical && ![distributionPoint, listNumber, authorityKey].includes(id))
      throw new Error('The list is of an unknown kind');
  const part = partIn(extensions.get(distributionPoint)?.value);
  const entries = parts.slice(base + 2 + times.length).find(({ tag }) => tag === tags.sequence);
  return {
    kind: 'list' as const,
    id: createHash('sha256').update(whole.whole).digest('hex'),
    issuer: comparableName(at(parts, base + 1)),
    thisUpdate: at(times, 0).time,
    nextUpdate: times[1]?.time ?? null,
    algorithm,
    /** Whether the list is about this certificate at all, whatever it says. */
    covers: (certificate: Certificate) => isCovered(certificate, part),
    /** When the certificate of this number was revoked; null when it is not in the list. */
    revokedAt: (serial: string) => revocationIn(entries, serial),
    isFrom: (issuer: Certificate) =>
      (keyUsageOf(issuer)?.has('cRLSign') ?? true) &&
      isSignedBy(
        { pieces: [tbs.whole], algorithm, signature: signature.content.subarray(1) },
        issuer.publicKey(),
      ),
  };
}

interface Part {
  /** Names where the list is found, as encoded. */
  names: string[];
  of: 'users' | 'authorities' | 'all';
}

/** RFC 5280 §5.2.5: which certificates of the issuer the list is about. */
function partIn(extension: Der | undefined): Part {
  const part: Part = { names: [], of: 'all' };
  for (const one of extension?.children ?? []) {
    if (one.tag === contextTag(0)) {
      const names = at(one.children, 0);
      if (names.tag !== contextTag(0)) throw new Error('The list is of an unknown kind');
      part.names = names.children.map(({ whole }) => hex(whole));
    } else if ([0x81, 0x82].includes(one.tag)) {
      if (one.content[0] !== 0) part.of = one.tag === 0x81 ? 'users' : 'authorities';
    } else if (one.tag === 0x83 || one.content[0] !== 0) {
      throw new Error('The list is of an unknown kind');
    }
  }
  return part;
}

function isCovered(certificate: Certificate, { names, of }: Part): boolean {
  const basic = certificate.extensions.get(extensionIds.basicConstraints)?.value.children[0];
  const isAuthority = basic?.tag === tags.boolean && basic.content[0] !== 0;
  if (of !== 'all' && isAuthority !== (of === 'authorities')) return false;
  if (names.length === 0) return true;
  const points = certificate.extensions.get(extensionIds.distributionPoints)?.value;
  return namesOfPoints(points).some((name) => names.includes(name));
}

/** RFC 5280 §4.2.1.13 */
function namesOfPoints(points: Der | undefined): string[] {
  return (points?.children ?? []).flatMap((point) => {
    const place = partOf(partOf(point.children, contextTag(0))?.children ?? [], contextTag(0));
    return (place?.children ?? []).map(({ whole }) => hex(whole));
  });
}

function revocationIn(entries: Der | undefined, serial: string): Date | null {
  const wanted = Buffer.from(serial, 'hex');
  let isKnown = true;
  for (const entry of entries?.parts() ?? []) {
    const [number, date, more] = entry.parts();
    if (number !== undefined && wanted.equals(number.content)) {
      if (date === undefined) throw new Error('The entry has no date');
      return isRemoved(more) ? null : date.time;
    }
    isKnown &&= more === undefined || !saysUnknown(more);
  }
  // RFC 5280 §5.3: then the list tells nothing of anybody else.
  if (!isKnown) throw new Error('An entry says something decisive that is unknown here');
  return null;
}

function saysUnknown(extensions: Der): boolean {
  return extensions.children.some((extension) => {
    const [id, critical] = extension.children;
    return critical?.tag === tags.boolean && critical.content[0] !== 0 && id?.oid !== reason;
  });
}

function isRemoved(extensions: Der | undefined): boolean {
  return (extensions?.children ?? []).some((extension) => {
    const parts = extension.children;
    return at(parts, 0).oid === reason && at(parts, parts.length - 1).inner.content[0] === removed;
  });
}
