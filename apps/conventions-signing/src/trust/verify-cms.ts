/**
 * Whether a CMS signature holds for given bytes. Integrity only: no chain, no trust, no revocation, no dates.
 *
 * The steps are those of RFC 5652 §5.4 and §5.6, on what pkijs has parsed. Its own `SignedData.verify` wants the
 * signed bytes in one piece and copies them again, which counts against the memory of an inspection, and takes
 * content inside the CMS in their place.
 */
import { constants, createHash, createPublicKey, createVerify } from 'node:crypto';
import {
  type AlgorithmIdentifier,
  type Certificate,
  ContentInfo,
  getCrypto,
  type SignedAndUnsignedAttributes,
  type SignerInfo,
} from 'pkijs';
import type { CmsSignature } from './cms-signature.ts';

const contentType = '1.2.840.113549.1.9.3';
const messageDigest = '1.2.840.113549.1.9.4';
const rsaPss = '1.2.840.113549.1.1.10';

/** What a signature comes to over given bytes: that it holds, or the first thing that does not fit. */
export type Integrity = 'valid' | 'malformed' | 'content-changed' | 'signature-wrong';

/**
 * Verifies a detached signature over the pieces, or a time stamp of them, with the certificate inside.
 *
 * Known are RSA (PKCS #1 v1.5 and PSS) and ECDSA, with SHA-1, SHA-256, SHA-384 and SHA-512.
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
    const { hashAlgorithm, hashedMessage } = timeStamp.messageImprint;
    if (!digestOf(pieces, hashAlgorithm).equals(hashedMessage.valueBlock.valueHexView))
      return 'content-changed';
    signed = [new Uint8Array(eContent.getValue())];
  } else if (eContentType !== ContentInfo.DATA || eContent !== undefined) {
    // Content inside would be verified in place of the file.
    return 'malformed';
  }

  const { signedAttrs, digestAlgorithm } = signerInfo;
  const signatureOver = (message: Uint8Array[]) =>
    verifySignature(message, signerInfo, certificate) ? 'valid' : 'signature-wrong';
  if (signedAttrs === undefined) {
    // RFC 5652 §5.3: attributes are required unless the content is plain data.
    return eContentType === ContentInfo.DATA ? signatureOver(signed) : 'malformed';
  }
  const type = onlyValue(signedAttrs, contentType)?.valueBlock.toString();
  const digest = onlyValue(signedAttrs, messageDigest)?.valueBlock.valueHexView;
  if (type !== eContentType || digest === undefined) return 'malformed';
  if (!digestOf(signed, digestAlgorithm).equals(digest)) return 'content-changed';
  return signatureOver([new Uint8Array(signedAttrs.encodedValue)]);
}

function verifySignature(
  message: Uint8Array[],
  { signatureAlgorithm, digestAlgorithm, signature }: SignerInfo,
  { subjectPublicKeyInfo }: Certificate,
): boolean {
  // Some signers name only the kind of key here; the digest's algorithm then belongs to it (RFC 3370 §3.2).
  const named = getCrypto(true).getHashAlgorithm(signatureAlgorithm);
  const verify = createVerify(named === '' ? hashName(digestAlgorithm) : named);
  for (const piece of message) verify.update(piece);
  const key = createPublicKey({
    key: Buffer.from(subjectPublicKeyInfo.toSchema().toBER()),
    format: 'der',
    type: 'spki',
  });
  const padding =
    signatureAlgorithm.algorithmId === rsaPss ? { padding: constants.RSA_PKCS1_PSS_PADDING } : {};
  return verify.verify({ key, ...padding }, signature.valueBlock.valueHexView);
}

function digestOf(pieces: Uint8Array[], algorithm: AlgorithmIdentifier): Buffer {
  const hash = createHash(hashName(algorithm));
  for (const piece of pieces) hash.update(piece);
  return hash.digest();
}

/** `SHA-256` and its like. */
function hashName({ algorithmId }: AlgorithmIdentifier): string {
  return getCrypto(true).getAlgorithmByOID(algorithmId, true, 'hash').name;
}

/** RFC 5652 §11.1, §11.2: one attribute of the kind, with one value. */
function onlyValue({ attributes }: SignedAndUnsignedAttributes, wanted: string) {
  const [attribute, ...more] = attributes.filter(({ type }) => type === wanted);
  return more.length === 0 && attribute?.values.length === 1 ? attribute.values[0] : undefined;
}
