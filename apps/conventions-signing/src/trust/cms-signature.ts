/** Reads the CMS (RFC 5652) of a PDF signature; whether it holds is for `verify-cms.ts`. */
import { Constructed, fromBER, GeneralizedTime, OctetString, Sequence, UTCTime } from 'asn1js';
import * as pkijs from 'pkijs';
import { Der } from './der.ts';
import { TooMuch } from './effort.ts';
import { hashOf } from './reliable-algorithms.ts';

export type CmsSignature = ReturnType<typeof readCms>;

/** RFC 3161 §2.4.2: the content type of a time-stamp token. */
export const timeStampContent = '1.2.840.113549.1.9.16.1.4';

const signingTime = '1.2.840.113549.1.9.5';
const subjectKeyIdentifier = '2.5.29.14';

/**
 * Parses one `Contents`; zeros behind the CMS are ignored.
 *
 * @throws TooMuch  when it has more parts than asn1js reads (10,000), or parts in parts (100)
 * @throws Error    when it is no CMS, or is not signed exactly once, as ISO 32000-1 §12.8.3.3.1 wants it
 */
export function readCms(contents: Uint8Array) {
  const { offset, result: schema } = fromBER(contents);
  if (offset === -1)
    throw schema.error.startsWith('Maximum ASN.1') ? new TooMuch(schema.error) : new Error(schema.error);
  const envelope = new pkijs.ContentInfo({ schema });
  if (envelope.contentType !== pkijs.ContentInfo.SIGNED_DATA) throw new Error('The CMS holds no signed data');
  const signedData = new pkijs.SignedData({ schema: envelope.content });
  const [signerInfo, ...more] = signedData.signerInfos;
  if (signerInfo === undefined || more.length > 0) throw new Error('The CMS is not signed exactly once');
  const { eContentType, eContent } = signedData.encapContentInfo;
  return {
    signedData,
    signerInfo,
    /** The signer's, when it came along. */
    certificate: certificateOf(signedData, signerInfo),
    /** All certificates that came along, with their bytes as they came: encoded again they may differ. */
    encoded: encodedCertificates(signedData, envelope.content),
    /** Of an RFC 3161 time stamp only. */
    timeStamp:
      eContentType === timeStampContent && eContent !== undefined
        ? pkijs.TSTInfo.fromBER(eContent.getValue())
        : undefined,
  };
}

/** When the signer, or the time-stamp authority, says that it signed. */
export function signingTimeIn({ signerInfo, timeStamp }: CmsSignature): Date | null {
  if (timeStamp !== undefined) return timeStamp.genTime;
  const value: unknown = signerInfo.signedAttrs?.attributes.find(({ type }) => type === signingTime)
    ?.values[0];
  return value instanceof UTCTime || value instanceof GeneralizedTime ? value.toDate() : null;
}

/**
 * All hashes that it rests on: of what is signed, which `verify-cms.ts` wants to be that of the signature too, and of
 * what is stamped. That of the mask of RSASSA-PSS is none of them: whoever finds two messages of one hash gains nothing
 * by it there (RFC 8017 §8.1).
 *
 * @returns  undefined among them for one that is unknown here
 */
export function hashesOf({ signerInfo, timeStamp }: CmsSignature): (string | undefined)[] {
  const imprint = timeStamp?.messageImprint.hashAlgorithm;
  return [signerInfo.digestAlgorithm, ...(imprint === undefined ? [] : [imprint])].map((algorithm) =>
    hashOf(identifierOf(algorithm)),
  );
}

export function identifierOf(algorithm: pkijs.AlgorithmIdentifier): Der {
  return new Der(new Uint8Array(algorithm.toSchema().toBER()));
}

/** RFC 5652 §5.1: certificates stand in `[0]`, which pkijs has read in their order. */
function encodedCertificates(
  { certificates = [] }: pkijs.SignedData,
  content: unknown,
): Map<pkijs.Certificate, Uint8Array> {
  const parts = content instanceof Sequence ? content.valueBlock.value : [];
  const set = parts.find(({ idBlock }) => idBlock.tagClass === 3 && idBlock.tagNumber === 0);
  const blocks = set instanceof Constructed ? set.valueBlock.value : [];
  const encoded = new Map<pkijs.Certificate, Uint8Array>();
  certificates.forEach((certificate, index) => {
    const bytes = blocks[index]?.valueBeforeDecodeView;
    if (certificate instanceof pkijs.Certificate && bytes !== undefined) encoded.set(certificate, bytes);
  });
  return encoded;
}

/** RFC 5652 §5.3: the signer is named by issuer and serial number, or by the identifier of its key. */
function certificateOf(
  { certificates = [] }: pkijs.SignedData,
  { sid }: pkijs.SignerInfo,
): pkijs.Certificate | undefined {
  const candidates = certificates.filter((certificate) => certificate instanceof pkijs.Certificate);
  if (sid instanceof pkijs.IssuerAndSerialNumber) {
    return candidates.find(
      ({ issuer, serialNumber }) => issuer.isEqual(sid.issuer) && serialNumber.isEqual(sid.serialNumber),
    );
  }
  const wanted = Buffer.from(sid.valueBlock.valueHexView ?? []);
  return candidates.find(({ extensions = [] }) => {
    const identifier: unknown = extensions.find(({ extnID }) => extnID === subjectKeyIdentifier)?.parsedValue;
    return identifier instanceof OctetString && wanted.equals(identifier.valueBlock.valueHexView);
  });
}
