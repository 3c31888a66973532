import { OctetString, UTCTime } from 'asn1js';
import { ContentInfo, SignedData, SignedDataVerifyError } from 'pkijs';

/** One signature as a reader finds it in the bytes of a PDF. */
export interface FoundSignature {
  byteRange: number[];
  /** Hexadecimal string with its brackets. */
  gap: string;
  commonName: string;
  signingTime: Date;
  digest: Uint8Array;
  isVerified: boolean;
}

/** The signatures of a PDF in the order of the file, each verified over its own two spans. */
export async function signaturesIn(pdf: Uint8Array): Promise<FoundSignature[]> {
  const file = Buffer.from(pdf);
  const ranges = [...file.toString('latin1').matchAll(/\/ByteRange\s*\[\s*(\d+) (\d+) (\d+) (\d+)\s*\]/g)];
  return Promise.all(ranges.map((range) => read(file, range.slice(1).map(Number))));
}

async function read(file: Buffer, byteRange: number[]): Promise<FoundSignature> {
  const [start1 = 0, length1 = 0, start2 = 0, length2 = 0] = byteRange;
  const covered = Buffer.concat([
    file.subarray(start1, start1 + length1),
    file.subarray(start2, start2 + length2),
  ]);
  const gap = file.toString('latin1', start1 + length1, start2);
  const envelope = ContentInfo.fromBER(new Uint8Array(Buffer.from(gap.slice(1, -1), 'hex')));
  const cms = new SignedData({ schema: envelope.content });
  const attributes = cms.signerInfos[0]?.signedAttrs?.attributes ?? [];
  const attribute = (type: string) => attributes.find((one) => one.type === type)?.values[0];
  const digest = attribute('1.2.840.113549.1.9.4');
  const time = attribute('1.2.840.113549.1.9.5');
  if (!(digest instanceof OctetString) || !(time instanceof UTCTime))
    throw new Error('Attributes are missing');
  const [own] = cms.certificates ?? [];
  if (own === undefined || !('subject' in own)) throw new Error('The certificate of the signer is missing');
  return {
    byteRange,
    gap,
    commonName: String(own.subject.typesAndValues[0]?.value.valueBlock.value),
    signingTime: time.toDate(),
    digest: new Uint8Array(digest.valueBlock.valueHexView),
    isVerified: await cms
      .verify({ signer: 0, data: new Uint8Array(covered).buffer, checkChain: false })
      .catch(falseWhenItDoesNotFit),
  };
}

/** pkijs throws when the digest is another one; anything else is a fault of the test. */
function falseWhenItDoesNotFit(error: unknown): boolean {
  if (error instanceof SignedDataVerifyError) return false;
  throw error;
}
