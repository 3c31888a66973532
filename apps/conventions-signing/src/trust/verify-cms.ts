/**
 * Whether a CMS signature holds for given bytes. Integrity only: no chain, no trust, no revocation, no dates.
 *
 * The steps are those of RFC 5652 §5.4 and §5.6, on what pkijs has parsed. Its own `SignedData.verify` wants the
 * signed bytes in one piece and copies them again, which counts against the memory of an inspection, and takes
 * content inside the CMS in their place.
 */
import { createHash, createPublicKey } from 'node:crypto';
import * as pkijs from 'pkijs';
import { type CmsSignature, identifierOf } from './cms-signature.ts';
import { algorithmsOf, hashOf, verifySigned } from './reliable-algorithms.ts';

const contentType = '1.2.840.113549.1.9.3';
const messageDigest = '1.2.840.113549.1.9.4';

/** What a signature comes to over given bytes: that it holds, or the first thing that does not fit. */
export type Integrity = 'valid' | 'malformed' | 'content-changed' | 'signature-wrong';

/**
 * Verifies a detached signature over the pieces, or a time stamp of them, with the certificate inside.
 *
 * Known are RSA (PKCS #1 v1.5 and PSS) and ECDSA, with SHA-1 and SHA-2; the mask of PSS by any of them.
 *
 * @throws Error  for another algorithm, and for what is not well-formed
 */
export function verifyCms(
  { signedData, signerInfo, certificate, timeStamp }: CmsSignature,
  pieces: Uint8Array[],
): Integrity {
  if (certificate === undefined) return 'malformed';
  const { eContentType, eContent } = signedData.encapContentInfo;
  let signed = pieces;
  if (timeStamp !== undefined && eContent !== undefined) {
    if (timeStamp.version !== 1 || timeStamp.extensions?.some(({ critical }) => critical))
      throw new Error('The time stamp says something decisive that is unknown here');
    const { hashAlgorithm, hashedMessage } = timeStamp.messageImprint;
    if (!digestOf(pieces, hashAlgorithm).equals(hashedMessage.valueBlock.valueHexView))
      return 'content-changed';
    signed = [new Uint8Array(eContent.getValue())];
  } else if (eContentType !== pkijs.ContentInfo.DATA || eContent !== undefined) {
    // Content inside would be verified in place of the file.
    return 'malformed';
  }

  const { signedAttrs, digestAlgorithm, signatureAlgorithm } = signerInfo;
  const digestHash = hashName(digestAlgorithm);
  const { hash = digestHash } = algorithmsOf(identifierOf(signatureAlgorithm), digestHash);
  // RFC 8933 §3: one hash for what is signed and for the signature; others take the one for the other.
  if (hash !== digestHash) return 'malformed';
  const signatureOver = (message: Uint8Array[]) =>
    verifySignature(message, signerInfo, certificate) ? 'valid' : 'signature-wrong';
  if (signedAttrs === undefined) {
    // RFC 5652 §5.3: attributes are required unless the content is plain data.
    return eContentType === pkijs.ContentInfo.DATA ? signatureOver(signed) : 'malformed';
  }
  const type = onlyValue(signedAttrs, contentType)?.valueBlock.toString();
  const digest = onlyValue(signedAttrs, messageDigest)?.valueBlock.valueHexView;
  if (type !== eContentType || digest === undefined) return 'malformed';
  if (!digestOf(signed, digestAlgorithm).equals(digest)) return 'content-changed';
  return signatureOver([new Uint8Array(signedAttrs.encodedValue)]);
}

function verifySignature(
  pieces: Uint8Array[],
  { signatureAlgorithm, digestAlgorithm, signature }: pkijs.SignerInfo,
  { subjectPublicKeyInfo }: pkijs.Certificate,
): boolean {
  const key = createPublicKey({
    key: Buffer.from(subjectPublicKeyInfo.toSchema().toBER()),
    format: 'der',
    type: 'spki',
  });
  const algorithm = identifierOf(signatureAlgorithm);
  const digest = hashName(digestAlgorithm);
  return verifySigned({ pieces, algorithm, digest, signature: signature.valueBlock.valueHexView }, key);
}

function digestOf(pieces: Uint8Array[], algorithm: pkijs.AlgorithmIdentifier): Buffer {
  const hash = createHash(hashName(algorithm));
  for (const piece of pieces) hash.update(piece);
  return hash.digest();
}

/** As `sha256`; what nobody relies on any more is as good as unknown. */
function hashName(algorithm: pkijs.AlgorithmIdentifier): string {
  const hash = hashOf(identifierOf(algorithm));
  if (hash === undefined || hash === 'md5') throw new Error('The digest is unknown here');
  return hash;
}

/** RFC 5652 §11.1, §11.2: one attribute of the kind, with one value. */
function onlyValue({ attributes }: pkijs.SignedAndUnsignedAttributes, wanted: string) {
  const [attribute, ...more] = attributes.filter(({ type }) => type === wanted);
  return more.length === 0 && attribute?.values.length === 1 ? attribute.values[0] : undefined;
}
