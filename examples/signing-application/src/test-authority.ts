/**
 * Certificates for trying out. NOT to be copied: they prove nothing about anybody.
 *
 * A real application asks a trust service provider, or signs with its own seal. The rest of this program does
 * not care where a `Signer` comes from.
 */
import { randomBytes, type webcrypto } from 'node:crypto';
import { BitString, Integer, Utf8String } from 'asn1js';
import { AttributeTypeAndValue, BasicConstraints, Certificate, Extension } from 'pkijs';
import type { Signatory } from './document.ts';
import type { Signer } from './sign-pdf.ts';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
const commonName = '2.5.4.3';
const validDays = 365;

/** Makes an authority that issues a certificate in the name of each signatory. */
export async function createTestAuthority(): Promise<(signatory: Signatory) => Promise<Signer>> {
  const authority = 'Sample signing application (test authority)';
  const keys = await newKeys();
  const root = await certify({
    subject: authority,
    issuer: authority,
    publicKey: keys.publicKey,
    signWith: keys,
    isAuthority: true,
  });

  return async ({ givenname, name }) => {
    const subject = `${givenname} ${name} (test certificate)`;
    const { privateKey, publicKey } = await newKeys();
    const own = await certify({ subject, issuer: authority, publicKey, signWith: keys, isAuthority: false });
    return { name: `${givenname} ${name}`, privateKey, certificates: [own, root] };
  };
}

function newKeys(): Promise<webcrypto.CryptoKeyPair> {
  return crypto.subtle.generateKey(algorithm, false, ['sign', 'verify']);
}

/** An X.509 certificate, version 3 (RFC 5280). */
async function certify(wanted: {
  subject: string;
  issuer: string;
  publicKey: webcrypto.CryptoKey;
  signWith: webcrypto.CryptoKeyPair;
  isAuthority: boolean;
}): Promise<Certificate> {
  const certificate = new Certificate({ version: 2 });
  // §4.1.2.2: positive, at most 20 octets.
  const serial = randomBytes(16);
  serial[0] = 0x40 | ((serial[0] ?? 0) & 0x3f);
  certificate.serialNumber = new Integer({ valueHex: new Uint8Array(serial).buffer });
  certificate.subject.typesAndValues.push(nameOf(wanted.subject));
  certificate.issuer.typesAndValues.push(nameOf(wanted.issuer));
  const now = Date.now();
  // A clock elsewhere may be a little behind.
  certificate.notBefore.value = new Date(now - 5 * 60_000);
  certificate.notAfter.value = new Date(now + validDays * 24 * 3600_000);
  certificate.extensions = [
    constraints(wanted.isAuthority),
    // §4.2.1.3: bits from the left; keyCertSign is 5, digitalSignature 0, contentCommitment 1.
    wanted.isAuthority ? keyUsage(0b0000_0100, 2) : keyUsage(0b1100_0000, 6),
  ];
  await certificate.subjectPublicKeyInfo.importKey(wanted.publicKey);
  await certificate.sign(wanted.signWith.privateKey, 'SHA-256');
  return certificate;
}

function nameOf(value: string): AttributeTypeAndValue {
  return new AttributeTypeAndValue({ type: commonName, value: new Utf8String({ value }) });
}

function constraints(cA: boolean): Extension {
  const value = new BasicConstraints({ cA });
  return new Extension({ extnID: '2.5.29.19', critical: true, extnValue: value.toSchema().toBER() });
}

function keyUsage(bits: number, unusedBits: number): Extension {
  const value = new BitString({ valueHex: new Uint8Array([bits]).buffer, unusedBits });
  return new Extension({ extnID: '2.5.29.15', critical: true, extnValue: value.toBER() });
}
