import type { Certificate, RelativeDistinguishedNames } from 'pkijs';
import type { SignatureFinding } from './signature-findings.ts';

const commonName = '2.5.4.3';

// RFC 4514 §3, and what qualified certificates use beside it (ETSI EN 319 412); others show as their number.
const shortNames: Record<string, string> = {
  [commonName]: 'CN',
  '2.5.4.4': 'SN',
  '2.5.4.5': 'serialNumber',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '2.5.4.42': 'GN',
  '2.5.4.97': 'organizationIdentifier',
  '1.2.840.113549.1.9.1': 'E',
};

/**
 * What a certificate says of itself, unchecked.
 *
 * @throws RangeError  for a validity that is no date
 */
export function certificateFacts(certificate: Certificate): NonNullable<SignatureFinding['certificate']> {
  return {
    subject: distinguishedName(certificate.subject),
    issuer: distinguishedName(certificate.issuer),
    validFrom: instantText(certificate.notBefore.value),
    validTo: instantText(certificate.notAfter.value),
  };
}

/** The name to show for the holder: the common name, or all there is. */
export function holderName({ subject }: Certificate): string | null {
  const common = subject.typesAndValues.find(({ type }) => type === commonName);
  return readableText(
    common === undefined ? distinguishedName(subject) : String(common.value.valueBlock.value),
  );
}

function distinguishedName({ typesAndValues }: RelativeDistinguishedNames): string {
  const parts = typesAndValues.map(({ type, value }) => {
    const text = String(value.valueBlock.value).replace(/[\\",+;<>]/g, '\\$&');
    return `${shortNames[type] ?? type}=${text}`;
  });
  // RFC 4514 §2.1: the last part first.
  return readableText(parts.reverse().join(', ')) ?? '';
}

// Longer than any name that is one.
const maxLength = 500;

/**
 * Text out of a stranger's file, fit to be stored and shown; null when nothing is left of it.
 *
 * PostgreSQL takes neither U+0000 nor half a surrogate pair in JSON; other control characters, and those that
 * turn the direction of writing, could make a name look like another one.
 */
export function readableText(text: string): string | null {
  const readable = text
    .slice(0, maxLength)
    .toWellFormed()
    .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim();
  return readable === '' ? null : readable;
}

/**
 * An instant out of a stranger's file as ISO 8601 in UTC.
 *
 * @throws RangeError  for no date at all, and for one that four digits of a year cannot hold
 */
export function instantText(date: Date): string {
  const text = date.toISOString();
  if (/^[+-]/.test(text)) throw new RangeError(`${text} is not in the years 0 to 9999`);
  return text;
}
