import { X509Certificate } from 'node:crypto';
import type { Certificate } from 'pkijs';
import { namingOf } from '../trust/certificate-naming.ts';
import { type CmsSignature, readCms, signingTimeIn, timeStampContent } from '../trust/cms-signature.ts';
import { TooMuch } from '../trust/effort.ts';
import type { SignatureInQuestion, SignaturesInQuestion } from '../trust/judge-signatures.ts';
import { verifyCms } from '../trust/verify-cms.ts';
import { certificateFacts, holderName, instantText, readableText } from './certificate-facts.ts';
import type { CertificateFinding, SignatureFinding, SignatureFindings } from './signature-findings.ts';
import { orNull, type SignatureValue } from './signature-values.ts';
import { isBlank } from './white-space.ts';

// Every signatory and every time stamp of an agreement, many times over.
const maxExamined = 100;
// Each signature covers most of the file again. Measured: 1 GiB takes 1 s (SHA-256), of the 3 s and more that a file has.
const maxHashedBytes = 2 ** 30;

const detached = new Set(['adbe.pkcs7.detached', 'ETSI.CAdES.detached']);
const timeStamped = 'ETSI.RFC3161';

/** What the signatures themselves say, and which of them hold. */
export interface ExaminedSignatures {
  findings: Pick<SignatureFindings, 'count' | 'wholeFileCovered' | 'items'>;
  /** What there is to be judged, as `findings.items`. */
  inQuestion: Omit<SignaturesInQuestion, 'now'>;
  /** Offset behind what this very value covers; undefined when it is not valid, or was not examined. */
  validUpTo(value: SignatureValue): number | undefined;
}

/**
 * Examines the signatures of a file; whatever is odd in one makes it not valid, and never throws.
 *
 * The first 100 are examined, and verified until a gibibyte was hashed; what is beyond counts as not valid.
 */
export function examineSignatures(values: SignatureValue[], file: Uint8Array): ExaminedSignatures {
  const examined: { finding: SignatureFinding; inQuestion: SignatureInQuestion }[] = [];
  const validRanges = new Set<string>();
  let hashedBytes = 0;
  for (const value of values.slice(0, maxExamined)) {
    const spans = signedSpans(file, value);
    hashedBytes += spans?.end ?? 0;
    const one = examine(value, spans, { verify: hashedBytes <= maxHashedBytes });
    if (one.finding.digestValid) validRanges.add(`${value.byteRange}`);
    examined.push(one);
  }
  examined.sort((a, b) => a.finding.coversUpTo - b.finding.coversUpTo);
  const items = examined.map(({ finding }) => finding);
  const wholeFileCovered = items.some(
    ({ digestValid, coversUpTo }) => digestValid && isBlank(file.subarray(coversUpTo)),
  );
  return {
    findings: { count: values.length, wholeFileCovered, items },
    inQuestion: {
      signatures: examined.map(({ inQuestion }) => inQuestion),
      hasMore: values.length > maxExamined,
    },
    // The spans of another value with this byte range would leave out other contents.
    validUpTo: (value) => (validRanges.has(`${value.byteRange}`) ? signedSpans(file, value)?.end : undefined),
  };
}

function examine(
  value: SignatureValue,
  spans: SignedSpans | undefined,
  { verify }: { verify: boolean },
): { finding: SignatureFinding; inQuestion: SignatureInQuestion } {
  const { cms, isTooMuch } = cmsIn(value);
  const certificate = cms?.certificate ?? null;
  const signedAt =
    orNull(() => cms && signingTimeIn(cms)) ?? (value.date === null ? null : pdfDate(value.date));
  const certificateFindings = orNull(() => cms && certificateFindingsOf(cms));
  const covered = spans && [spans.first, spans.second];
  const integrity = verify && !isTooMuch ? integrityOf(value, cms, covered) : 'not-examined';
  const signer = orNull(() => certificate && holderName(certificate)) ?? readableText(value.name ?? '');
  const coversUpTo = spans?.end ?? 0;
  const isTimeStamp = value.subFilter === timeStamped;
  const naming = orNull(() => cms && namingOf(cms));
  return {
    finding: {
      signer,
      signedAt: orNull(() => signedAt && instantText(signedAt)),
      digestValid:
        integrity === 'valid' &&
        certificateFindings !== null &&
        !certificateFindings.includes('certificate-altered'),
      coversUpTo,
      certificate: orNull(() => certificate && certificateFacts(certificate)),
      certificateFindings: certificateFindings ?? [],
    },
    inQuestion: {
      cms,
      integrity,
      // RFC 3161 §2.4.2: a time stamp has to.
      isMisnamed: naming !== 'named' && (naming !== 'not-named' || isTimeStamp),
      signer,
      isTimeStamp,
      covered,
      coversUpTo,
    },
  };
}

function cmsIn({ contents, isTooLong }: SignatureValue): { cms: CmsSignature | null; isTooMuch: boolean } {
  try {
    return { cms: readCms(contents ?? new Uint8Array()), isTooMuch: false };
  } catch (error) {
    return { cms: null, isTooMuch: isTooLong || error instanceof TooMuch };
  }
}

function integrityOf(
  { subFilter }: SignatureValue,
  cms: CmsSignature | null,
  covered: Uint8Array[] | undefined,
): SignatureInQuestion['integrity'] {
  if (subFilter !== null && subFilter !== timeStamped && !detached.has(subFilter)) return 'unknown-kind';
  if (subFilter === null || cms === null || covered === undefined) return 'malformed';
  // The dictionary says what kind of CMS it holds; a time stamp in the place of a signature is neither.
  const isTimeStamp = cms.signedData.encapContentInfo.eContentType === timeStampContent;
  if (isTimeStamp !== (subFilter === timeStamped)) return 'malformed';
  return orNull(() => verifyCms(cms, covered)) ?? 'unknown-kind';
}

const shape =
  /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:Z(?:00'?(?:00'?)?)?|([+-])(\d\d)(?:'?(\d\d))?'?)?$/;

/**
 * Reads a PDF date (`D:20261121093000+01'00'`); null when it is none, or a day that does not exist.
 *
 * Without an offset it is taken as UTC: ISO 32000-1 §7.9.4 leaves the relation open.
 */
function pdfDate(text: string): Date | null {
  const parts = shape.exec(text);
  if (parts === null) return null;
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00'] = parts;
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const date = new Date(`${local}Z`);
  // 30 February would silently be 2 March.
  if (Number.isNaN(date.getTime()) || !date.toISOString().startsWith(local)) return null;
  const [sign, offsetHours = '00', offsetMinutes = '00'] = parts.slice(7);
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60_000;
  return new Date(date.getTime() + (sign === '+' ? -offset : offset));
}

// A signer, its issuer, the root, and some more. Each link costs a verification for each namesake of the issuer.
const maxLinks = 5;
const maxNamesakes = 8;

/**
 * What holds the names in a signer's certificate to the key that signed: whether the signature names the certificate
 * (RFC 5035), and whether that and those above it are as their issuers signed them, as far as they came along. No trust:
 * whoever wants to can make a chain of certificates in any name that passes here.
 *
 * @returns none for a certificate that is named by its hash, and whose issuer came along and signed it
 * @throws Error  for a certificate or an attribute that is not well-formed
 */
function certificateFindingsOf(cms: CmsSignature): CertificateFinding[] {
  const { certificate } = cms;
  if (certificate === undefined) return [];
  const findings: CertificateFinding[] = [];
  const naming = namingOf(cms);
  if (naming !== 'named') findings.push('certificate-not-bound');
  const origin = originOf(cms, certificate);
  if (origin !== 'issued') findings.push(origin);
  if (naming === 'another-named' && origin !== 'certificate-altered') findings.push('certificate-altered');
  return findings;
}

/** Follows the issuers that came along, up to the last one. */
function originOf(
  cms: CmsSignature,
  signer: Certificate,
): 'issued' | 'self-signed' | 'issuer-not-embedded' | 'certificate-altered' {
  let certificate = signer;
  for (let link = 0; link < maxLinks; link += 1) {
    const issuers = [...cms.encoded.keys()].filter(({ subject }) => subject.isEqual(certificate.issuer));
    if (issuers.length === 0) return link === 0 ? 'issuer-not-embedded' : 'issued';
    const below = new X509Certificate(encodedOf(cms, certificate));
    const issuer = issuers
      .slice(0, maxNamesakes)
      .find((candidate) => isSignedBy(below, new X509Certificate(encodedOf(cms, candidate))));
    if (issuer === undefined) return 'certificate-altered';
    if (issuer === certificate) return link === 0 ? 'self-signed' : 'issued';
    certificate = issuer;
  }
  return 'issued';
}

function isSignedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  try {
    return certificate.verify(issuer.publicKey);
  } catch {
    // A key of another kind than the signature's.
    return false;
  }
}

function encodedOf({ encoded }: CmsSignature, certificate: Certificate): Uint8Array {
  const bytes = encoded.get(certificate);
  if (bytes === undefined) throw new Error('The certificate did not come with the signature');
  return bytes;
}

/** The two parts of a file that a signature covers, the first from the file's beginning. */
interface SignedSpans {
  first: Uint8Array;
  second: Uint8Array;
  /** Offset behind the second. */
  end: number;
}

/**
 * The spans that a signature covers, or undefined when they are anything but the file without `Contents`.
 *
 * Forgeries live from a byte range that leaves out more than that, moves, or is missing (Ruhr University
 * Bochum, "1 Trillion Dollar Refund", 2019, and "Shadow Attacks", 2021); readers that guessed were fooled.
 *
 * @see ISO 32000-1 §12.8.1: the byte range is the entire file except the `Contents` string with its brackets
 */
function signedSpans(
  file: Uint8Array,
  { byteRange, contents }: Pick<SignatureValue, 'byteRange' | 'contents'>,
): SignedSpans | undefined {
  if (byteRange === null || contents === null) return undefined;
  const [start, firstLength, secondStart, secondLength] = byteRange;
  const end = secondStart + secondLength;
  if (start !== 0 || firstLength <= 0 || secondStart <= firstLength || secondLength < 0) return undefined;
  if (end > file.byteLength) return undefined;
  const gap = file.subarray(firstLength, secondStart);
  if (!isHexadecimalOf(gap, contents)) return undefined;
  return { first: file.subarray(0, firstLength), second: file.subarray(secondStart, end), end };
}

function isHexadecimalOf(gap: Uint8Array, contents: Uint8Array): boolean {
  // The cheap comparison first: white space between the digits, which §7.3.4.3 allows, is not worth a limit.
  if (gap.byteLength > contents.byteLength * 4 + '<>'.length) return false;
  const text = Buffer.from(gap.buffer, gap.byteOffset, gap.byteLength).toString('latin1');
  const digits = /^<([0-9a-fA-F\0\t\n\f\r ]*)>$/.exec(text)?.[1]?.replace(/[\0\t\n\f\r ]/g, '');
  if (digits === undefined) return false;
  // §7.3.4.3: a missing last digit is 0.
  const even = digits.length % 2 === 0 ? digits : `${digits}0`;
  return Buffer.from(even, 'hex').equals(contents);
}
