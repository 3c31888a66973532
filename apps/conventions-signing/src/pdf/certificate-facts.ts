import type { Certificate, RelativeDistinguishedNames } from 'pkijs';
import { instantText, readableText } from './readable-text.ts';
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
