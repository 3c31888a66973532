/** Whether a way to an anchor held when something was signed: EN 319 102-1 §5.6.2, past certificate validation. */
import type { Certificate, Path } from './certificate.ts';
import { objectionTo } from './certificate-paths.ts';
import { passed, type Verdict } from './indications.ts';
import type { Material } from './material.ts';
import { reliableUntil } from './reliable-algorithms.ts';
import { type ExistenceOf, isNeverRevoked, revocationOf } from './revocation-status.ts';
import { heldAt, serves, type TrustPurpose } from './trust-anchor.ts';

/** Between when and when something was signed, as far as that is proven. */
export interface SignedBetween {
  /** It did not exist before; null when nobody knows. */
  after: Date | null;
  /** It existed. */
  before: Date;
}

export interface PathQuestion {
  purpose: TrustPurpose;
  /** That the signature rests on. */
  hashes: (string | undefined)[];
  signed: SignedBetween;
  /** When all is judged. */
  now: Date;
  existedAt: ExistenceOf;
}

/** @throws TooMuch */
export function judgePath(path: Path, material: Material, question: PathQuestion): Verdict {
  material.effort.look();
  const { purpose, signed } = question;
  const objection = objectionTo(path, purpose);
  if (objection !== undefined)
    return indeterminate('CHAIN_CONSTRAINTS_FAILURE', objection.reason, objection.certificate);
  const anchor = path.at(-1) ?? path[0];
  const serving = material.anchorsFor(anchor).filter((one) => serves(one, purpose));
  if (heldAt(serving, signed.before).length === 0)
    return indeterminate('CHAIN_CONSTRAINTS_FAILURE', 'anchor-not-accepted', anchor);
  return (
    judgeValidity(path, signed) ??
    judgeAlgorithms(path, question) ??
    judgeRevocation(path, material, question) ??
    passed
  );
}

function judgeValidity([leaf, ...authorities]: Path, { after, before }: SignedBetween): Verdict | undefined {
  // What existed before it was valid was signed before.
  if (before < leaf.notBefore) return failed('NOT_YET_VALID', 'signed-before-valid', leaf, leaf.notBefore);
  if (before > leaf.notAfter)
    return after !== null && after > leaf.notAfter
      ? failed('EXPIRED', 'expired-before-signing', leaf, leaf.notAfter)
      : indeterminate('OUT_OF_BOUNDS_NO_POE', 'expired', leaf, leaf.notAfter);
  // RFC 5280 §6.1: that of an anchor is not asked.
  for (const authority of authorities.slice(0, -1)) {
    const { notBefore, notAfter } = authority;
    if (before < notBefore)
      return indeterminate('OUT_OF_BOUNDS_NO_POE', 'authority-not-yet-valid', authority, notBefore);
    if (before > notAfter)
      return indeterminate('OUT_OF_BOUNDS_NO_POE', 'authority-expired', authority, notAfter);
  }
  return undefined;
}

function judgeAlgorithms(path: Path, { hashes, signed }: PathQuestion): Verdict | undefined {
  const used = [
    ...hashes.map((hash) => ({
      certificate: path[0],
      until: reliableUntil({ hash, key: path[0].publicKey() }),
    })),
    ...path.slice(0, -1).map((certificate, index) => ({
      certificate,
      until: reliableUntil({
        hash: certificate.algorithms.hash,
        key: (path[index + 1] ?? certificate).publicKey(),
      }),
    })),
  ];
  for (const { certificate, until } of used) {
    if (until === null || (until !== undefined && signed.before <= until)) continue;
    const isLater = until === undefined || (signed.after !== null && signed.after > until);
    const subIndication = isLater ? 'CRYPTO_CONSTRAINTS_FAILURE' : 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE';
    return indeterminate(subIndication, 'weak-algorithm', certificate, until);
  }
  return undefined;
}

/**
 * Control-time sliding (§5.6.2.2.4): from the anchor down, how long what is said of each certificate holds. Of signers
 * and their authorities something must be said; of those of time stamps it is enough that nothing is said against
 * them, since no document can hold what is said of its last one.
 */
function judgeRevocation(
  path: Path,
  material: Material,
  { purpose, signed, now, existedAt }: PathQuestion,
): Verdict | undefined {
  let control = now;
  let cause: Verdict | undefined;
  for (let index = path.length - 2; index >= 0; index -= 1) {
    const certificate = path[index];
    const issuer = path[index + 1];
    if (certificate === undefined || issuer === undefined) continue;
    // RFC 9608: of an authority it counts for nothing.
    if (index === 0 && isNeverRevoked(certificate)) continue;
    const status = revocationOf(certificate, issuer, { material, existedAt, known: control });
    if (status === undefined) {
      // What is known only since its authority was revoked counts for nothing.
      if (cause !== undefined && signed.before > control) return cause;
      if (purpose === 'signatures')
        return indeterminate('TRY_LATER', 'no-revocation-information', certificate);
      continue;
    }
    const { revokedAt } = status;
    if (revokedAt !== null) {
      if (revokedAt < control) {
        control = revokedAt;
        cause = revoked(certificate, { isLeaf: index === 0, revokedAt, signed });
      }
    } else if (purpose === 'signatures' && status.validUntil < control) {
      control = status.validUntil;
      cause = indeterminate('TRY_LATER', 'old-revocation-information', certificate, status.thisUpdate);
    }
  }
  return signed.before <= control ? undefined : cause;
}

function revoked(
  certificate: Certificate,
  { isLeaf, revokedAt, signed }: { isLeaf: boolean; revokedAt: Date; signed: SignedBetween },
): Verdict {
  if (!isLeaf) return indeterminate('REVOKED_CA_NO_POE', 'authority-revoked', certificate, revokedAt);
  return signed.after !== null && signed.after >= revokedAt
    ? failed('REVOKED', 'revoked-before-signing', certificate, revokedAt)
    : indeterminate('REVOKED_NO_POE', 'revoked', certificate, revokedAt);
}

function indeterminate(
  subIndication: NonNullable<Verdict['subIndication']>,
  reason: NonNullable<Verdict['reason']>,
  { name }: Certificate,
  at?: Date | null,
): Verdict {
  return {
    status: 'indeterminate',
    subIndication,
    reason,
    certificate: name,
    ...(at === undefined || at === null ? {} : { at }),
  };
}

function failed(
  subIndication: NonNullable<Verdict['subIndication']>,
  reason: NonNullable<Verdict['reason']>,
  { name }: Certificate,
  at: Date,
): Verdict {
  return { status: 'failed', subIndication, reason, certificate: name, at };
}
