import { certificateFacts, holderName } from './certificate-facts.ts';
import { type CmsSignature, readCms, signingTimeIn, timeStampContent } from './cms-signature.ts';
import { instantText } from './instant-text.ts';
import { pdfDate } from './pdf-date.ts';
import { readableText } from './readable-text.ts';
import type { SignatureFinding, SignatureFindings } from './signature-findings.ts';
import type { SignatureValue } from './signature-values.ts';
import { type SignedSpans, signedSpans } from './signed-spans.ts';
import { verifyCms } from './verify-cms.ts';

// Every signatory and every time stamp of an agreement, many times over.
const maxExamined = 100;
// Each signature covers most of the file again. Measured: 1 GiB takes 1 s (SHA-256), of the 10 s for a file.
const maxHashedBytes = 2 ** 30;

const detached = new Set(['adbe.pkcs7.detached', 'ETSI.CAdES.detached']);
const timeStamped = 'ETSI.RFC3161';

/**
 * What the signatures of a file say; whatever is odd in one makes it not valid, and never throws.
 *
 * The first 100 are examined, and verified until a gibibyte was hashed; what is beyond counts as not valid.
 */
export function examineSignatures(
  values: SignatureValue[],
  file: Uint8Array,
): Omit<SignatureFindings, 'registeredDocumentUnchanged'> {
  const items: SignatureFinding[] = [];
  let hashedBytes = 0;
  for (const value of values.slice(0, maxExamined)) {
    const spans = signedSpans(file, value);
    hashedBytes += spans?.end ?? 0;
    items.push(findingOf(value, spans, { verify: hashedBytes <= maxHashedBytes }));
  }
  items.sort((a, b) => a.coversUpTo - b.coversUpTo);
  return {
    count: values.length,
    wholeFileCovered: items.some(({ coversUpTo }) => coversUpTo > 0 && isBlank(file.subarray(coversUpTo))),
    items,
  };
}

function findingOf(
  value: SignatureValue,
  spans: SignedSpans | undefined,
  { verify }: { verify: boolean },
): SignatureFinding {
  const cms = orNull(() => readCms(value.contents ?? new Uint8Array()));
  const certificate = cms?.certificate ?? null;
  const signedAt =
    orNull(() => cms && signingTimeIn(cms)) ?? (value.date === null ? null : pdfDate(value.date));
  const holds = () =>
    cms !== null &&
    spans !== undefined &&
    suits(cms, value.subFilter) &&
    verifyCms(cms, [spans.first, spans.second]);
  return {
    signer: orNull(() => certificate && holderName(certificate)) ?? readableText(value.name ?? ''),
    signedAt: orNull(() => signedAt && instantText(signedAt)),
    digestValid: (verify && orNull(holds)) ?? false,
    coversUpTo: spans?.end ?? 0,
    certificate: orNull(() => certificate && certificateFacts(certificate)),
  };
}

/** The dictionary says what kind of CMS it holds; a time stamp in the place of a signature is neither. */
function suits({ signedData }: CmsSignature, subFilter: string | null): boolean {
  const isTimeStamp = signedData.encapContentInfo.eContentType === timeStampContent;
  return subFilter !== null && (isTimeStamp ? subFilter === timeStamped : detached.has(subFilter));
}

/** ISO 32000-1 §7.2.2: white space, which shows nothing and which mail gateways append. */
function isBlank(bytes: Uint8Array): boolean {
  return bytes.every(
    (byte) => byte === 0 || byte === 9 || byte === 10 || byte === 12 || byte === 13 || byte === 32,
  );
}

/** Parsers of a stranger's bytes throw for many reasons, all of them about the bytes. */
function orNull<Value>(read: () => Value | null): Value | null {
  try {
    return read();
  } catch {
    return null;
  }
}
