/** What a document says of the revocation of a certificate. */
import { type Certificate, extensionIds } from './certificate.ts';
import { TooMuch } from './effort.ts';
import type { Material, RevocationSource } from './material.ts';
import { isDelegate, needsNoCheck, type OcspResponse } from './ocsp-response.ts';
import { algorithmsOf, reliableUntil } from './reliable-algorithms.ts';

interface RevocationStatus {
  thisUpdate: Date;
  /** It says something of any time up to here. */
  validUntil: Date;
  revokedAt: Date | null;
}

/** When something is known to have existed that so many bytes of the file hold. */
export type ExistenceOf = (end: number) => Date;

// Of an answer that names no next one (RFC 6960 §2.4: a newer one is always there).
const dayMs = 24 * 3_600_000;
const clockMs = 5 * 60_000;
const maxDepth = 2;

/**
 * The newest that was known to exist at `known`, by somebody who may say so; undefined when nobody does.
 *
 * @throws TooMuch
 */
export function revocationOf(
  certificate: Certificate,
  issuer: Certificate,
  options: { material: Material; existedAt: ExistenceOf; known: Date; depth?: number },
): RevocationStatus | undefined {
  const { material, existedAt, known, depth = 0 } = options;
  let newest: RevocationStatus | undefined;
  for (const one of material.sources) {
    material.effort.look();
    if (existedAt(one.end) > known) continue;
    const status = statusIn(one, { certificate, issuer, material, existedAt, depth });
    if (status === undefined || status.thisUpdate.getTime() > known.getTime() + clockMs) continue;
    // After it has expired its authority need not list it any more.
    if (status.revokedAt === null && status.thisUpdate > certificate.notAfter) continue;
    if (newest === undefined || isNewer(status, newest)) newest = status;
  }
  return newest;
}

/** Of two at one time the one that revokes. */
function isNewer(one: RevocationStatus, other: RevocationStatus): boolean {
  const difference = one.thisUpdate.getTime() - other.thisUpdate.getTime();
  return difference > 0 || (difference === 0 && one.revokedAt !== null);
}

function statusIn(
  { source, end }: RevocationSource,
  options: {
    certificate: Certificate;
    issuer: Certificate;
    material: Material;
    existedAt: ExistenceOf;
    depth: number;
  },
): RevocationStatus | undefined {
  const { certificate, issuer, material, existedAt, depth } = options;
  try {
    const { hash } = algorithmsOf(source.algorithm);
    if (source.kind === 'list') {
      if (source.issuer !== issuer.subject || !source.covers(certificate)) return undefined;
      if (!material.once(`${source.id} ${issuer.keyId}`, () => source.isFrom(issuer))) return undefined;
      if (!isReliable(hash, issuer, existedAt(end))) return undefined;
      const { thisUpdate, nextUpdate } = source;
      const revokedAt = source.revokedAt(certificate.serial);
      return { thisUpdate, validUntil: validUntil(thisUpdate, nextUpdate), revokedAt };
    }
    const status = source.statusOf(certificate, issuer);
    if (status === undefined) return undefined;
    const responder = responderOf(source, issuer, material);
    if (responder === undefined || !isReliable(hash, responder, existedAt(end))) return undefined;
    const isDelegated = responder !== issuer;
    if (isDelegated && !isReliable(responder.algorithms.hash, issuer, existedAt(end))) return undefined;
    if (isDelegated && !needsNoCheck(responder) && depth < maxDepth) {
      const known = source.producedAt;
      const own = revocationOf(responder, issuer, { material, existedAt, known: latest, depth: depth + 1 });
      if (own?.revokedAt !== null && own?.revokedAt !== undefined && own.revokedAt <= known) return undefined;
    }
    return { ...status, validUntil: validUntil(status.thisUpdate, status.nextUpdate) };
  } catch (error) {
    if (error instanceof TooMuch) throw error;
    // Not well-formed further down than it was read.
    return undefined;
  }
}

/** Who signed it: the issuer itself, or one that it has delegated, wherever that certificate stands. */
function responderOf(source: OcspResponse, issuer: Certificate, material: Material): Certificate | undefined {
  const isBy = (one: Certificate) =>
    source.names(one) && material.once(`${source.id} ${one.keyId}`, () => source.isFrom(one));
  if (isBy(issuer)) return issuer;
  return [...source.certificates, ...material.issuedBy(issuer.subject)].find(
    (one) => isDelegate(one, issuer, source) && isBy(one) && material.hasSigned(issuer, one),
  );
}

/**
 * How much of the file has to be covered to cover each of what tells of a certificate, whether or not it holds.
 *
 * @throws TooMuch
 */
export function endsOfNews(certificate: Certificate, material: Material): number[] {
  const issuers = material.named(certificate.issuer);
  return material.sources
    .filter(({ source }) => {
      material.effort.look();
      try {
        return source.kind === 'list'
          ? source.issuer === certificate.issuer && source.covers(certificate)
          : issuers.some((issuer) => source.statusOf(certificate, issuer) !== undefined);
      } catch {
        return false;
      }
    })
    .map(({ end }) => end);
}

const latest = new Date(8.64e15);

function validUntil(thisUpdate: Date, nextUpdate: Date | null): Date {
  if (nextUpdate === null) return new Date(thisUpdate.getTime() + dayMs);
  return nextUpdate > thisUpdate ? nextUpdate : thisUpdate;
}

function isReliable(hash: string | undefined, signer: Certificate, existed: Date): boolean {
  const until = reliableUntil({ hash, key: signer.publicKey() });
  return until !== undefined && (until === null || existed <= until);
}

/** Whether its authority never revokes it: it is too short-lived, or says so (RFC 9608, EN 319 412-1 §5.2). */
export function isNeverRevoked({ extensions }: Certificate): boolean {
  return extensions.has(extensionIds.noRevocation) || extensions.has(extensionIds.shortTerm);
}
