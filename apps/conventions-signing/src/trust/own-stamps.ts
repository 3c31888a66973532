/** Time stamps inside a signature (RFC 5126 §6.1.1, §5.11.4). */
import { Sequence } from 'asn1js';
import { namingOf } from './certificate-naming.ts';
import { type CmsSignature, readCms } from './cms-signature.ts';
import { judgeCertificate } from './judge-certificate.ts';
import { addFromCms, type Material } from './material.ts';
import type { ExistenceOf } from './revocation-status.ts';
import { verifyCms } from './verify-cms.ts';

const signatureTimeStamp = '1.2.840.113549.1.9.16.2.14';
const contentTimeStamp = '1.2.840.113549.1.9.16.2.20';
const maxStamps = 5;
/**
 * The times of those stamps inside a signature that hold: of its value, and of what it covers before it was signed.
 *
 * @throws TooMuch
 */
export function ownStamps(
  options: { cms: CmsSignature | null; covered: Uint8Array[] | undefined; coversUpTo: number },
  material: Material,
  { now, existedAt, before }: { now: Date; existedAt: ExistenceOf; before: Date },
): { ofSignature: Date[]; ofContent: Date[] } {
  const { cms, covered, coversUpTo } = options;
  if (cms === null) return { ofSignature: [], ofContent: [] };
  const { signerInfo } = cms;
  const of = (attributes: typeof signerInfo.signedAttrs, type: string, stamped: Uint8Array[]) =>
    (attributes?.attributes ?? [])
      .filter((attribute) => attribute.type === type)
      .flatMap(({ values }) => values)
      .slice(0, maxStamps)
      .flatMap((value: unknown) => {
        material.effort.verify();
        const stamp = stampIn(value, stamped);
        if (stamp === undefined) return [];
        addFromCms(material, stamp.cms, coversUpTo);
        const question = { now, existedAt, signed: { after: null, before } };
        const { verdict } = judgeCertificate(stamp.cms, material, { ...question, purpose: 'time-stamps' });
        return verdict.status === 'passed' ? [stamp.at] : [];
      });
  return {
    ofSignature: of(signerInfo.unsignedAttrs, signatureTimeStamp, [
      new Uint8Array(signerInfo.signature.valueBlock.valueHexView),
    ]),
    ofContent: of(signerInfo.signedAttrs, contentTimeStamp, covered ?? []),
  };
}

function stampIn(value: unknown, stamped: Uint8Array[]): { cms: CmsSignature; at: Date } | undefined {
  try {
    if (!(value instanceof Sequence)) return undefined;
    const cms = readCms(value.valueBeforeDecodeView);
    if (cms.timeStamp === undefined || verifyCms(cms, stamped) !== 'valid') return undefined;
    if (namingOf(cms) !== 'named') return undefined;
    return { cms, at: cms.timeStamp.genTime };
  } catch {
    return undefined;
  }
}
