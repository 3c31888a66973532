import type { webcrypto } from 'node:crypto';
import { ObjectIdentifier, OctetString, UTCTime } from 'asn1js';
import {
  Attribute,
  type Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs';

export interface SigningIdentity {
  privateKey: webcrypto.CryptoKey;
  /** The signer's own first, then its issuers. */
  certificates: [Certificate, ...Certificate[]];
}

// RFC 5652 §11.1 to 11.3
const contentType = '1.2.840.113549.1.9.3';
const messageDigest = '1.2.840.113549.1.9.4';
const signingTime = '1.2.840.113549.1.9.5';

/**
 * A CMS signature (RFC 5652) over data that it does not contain, with SHA-256.
 *
 * @returns DER, as the `Contents` of a PDF signature `adbe.pkcs7.detached` wants it
 */
export async function createDetachedCms(
  data: Uint8Array<ArrayBuffer>,
  { privateKey, certificates }: SigningIdentity,
  signedAt: Date,
): Promise<Uint8Array> {
  const [own] = certificates;
  const digest = await crypto.subtle.digest('SHA-256', data);
  const cms = new SignedData({
    version: 1,
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: ContentInfo.DATA }),
    certificates,
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({ issuer: own.issuer, serialNumber: own.serialNumber }),
        signedAttrs: new SignedAndUnsignedAttributes({
          type: 0,
          // In the order of their encodings: a set in DER is sorted, and this is what gets signed (§5.4).
          attributes: [
            new Attribute({ type: contentType, values: [new ObjectIdentifier({ value: ContentInfo.DATA })] }),
            new Attribute({ type: signingTime, values: [new UTCTime({ valueDate: signedAt })] }),
            new Attribute({ type: messageDigest, values: [new OctetString({ valueHex: digest })] }),
          ],
        }),
      }),
    ],
  });
  await cms.sign(privateKey, 0, 'SHA-256', data);
  const envelope = new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content: cms.toSchema(true) });
  return new Uint8Array(envelope.toSchema().toBER());
}
