/**
 * What holds the names in a signer's certificate to the key that signed. No trust: whoever wants to can make a
 * chain of certificates in any name that passes here.
 */
import { X509Certificate } from 'node:crypto';
import type { Certificate } from 'pkijs';
import { namingOf } from '../trust/certificate-naming.ts';
import type { CmsSignature } from '../trust/cms-signature.ts';
import type { CertificateFinding } from './signature-findings.ts';

// A signer, its issuer, the root, and some more. Each link costs a verification for each namesake of the issuer.
const maxLinks = 5;
const maxNamesakes = 8;

/**
 * Whether the signature names the signer's certificate (RFC 5035), and whether that and those above it are as
 * their issuers signed them, as far as they came along.
 *
 * @returns none for a certificate that is named by its hash, and whose issuer came along and signed it
 * @throws Error  for a certificate or an attribute that is not well-formed
 */
export function certificateFindingsOf(cms: CmsSignature): CertificateFinding[] {
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
