import { createPublicKey, createVerify, X509Certificate } from 'node:crypto';
import { type SignatureAlgorithm, SignedXml } from 'xml-crypto';
import { ListError } from './list-error.ts';
import { elementsOf, parseXml, type XmlElement } from './parse-xml.ts';

const signatureNamespace = 'http://www.w3.org/2000/09/xmldsig#';
const enveloped = `${signatureNamespace}enveloped-signature`;
const canonical = 'http://www.w3.org/2001/10/xml-exc-c14n#';

/**
 * The content of a list that one of these certificates has signed, as canonical XML: what the signature covers, and
 * nothing beside it.
 *
 * A list is signed as a whole, enveloped (TS 119 612 §5.7.1), so the one reference to the whole is what counts; which
 * key may sign is known beforehand, and never taken from the list.
 *
 * @throws ListError  it is no signed XML, or nobody of these has signed it
 */
export function verifyList(xml: string, signers: readonly Uint8Array[]): string {
  // No list has one: entities could grow without end.
  if (/<!DOCTYPE/i.test(xml)) throw new ListError('has a document type, which no trusted list has');
  const signature = theSignature(xml);
  for (const signer of signers) {
    const content = contentSignedBy(signer, { xml, signature });
    if (content !== undefined) return content;
  }
  throw new ListError(
    `is not signed by any of the ${signers.length} certificates that may: it was changed, or its signers have changed`,
  );
}

function theSignature(xml: string): XmlElement {
  const [signature, ...more] = elementsOf(parseXml(xml)).filter(
    ({ localName, namespaceURI }) => localName === 'Signature' && namespaceURI === signatureNamespace,
  );
  if (signature === undefined) throw new ListError('is not signed');
  if (more.length > 0) throw new ListError('has several signatures');
  return signature;
}

function contentSignedBy(
  signer: Uint8Array,
  { xml, signature }: { xml: string; signature: XmlElement },
): string | undefined {
  const verifier = new SignedXml({ getCertFromKeyInfo: () => null });
  verifier.SignatureAlgorithms = signatureAlgorithms(verifier.SignatureAlgorithms);
  verifier.HashAlgorithms = keep(verifier.HashAlgorithms, hashes);
  try {
    verifier.publicCert = new X509Certificate(signer).toString();
    verifier.loadSignature(signature as unknown as string);
    if (!verifier.checkSignature(xml)) return undefined;
  } catch {
    // What cannot be read is signed by nobody, and nobody signs with it.
    return undefined;
  }
  const whole = verifier
    .getReferences()
    .findIndex(
      ({ uri, transforms }) =>
        uri === '' &&
        transforms.every((one) => [enveloped, canonical].includes(one)) &&
        transforms.includes(enveloped),
    );
  return verifier.getSignedReferences()[whole];
}

const hashes = ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512'];

const moreAlgorithms = 'http://www.w3.org/2001/04/xmldsig-more#';

/** Those that lists are signed with today (TS 119 312); the library has no ECDSA. */
function signatureAlgorithms(known: SignedXml['SignatureAlgorithms']): SignedXml['SignatureAlgorithms'] {
  return {
    ...keep(known, [
      `${moreAlgorithms}rsa-sha256`,
      `${moreAlgorithms}rsa-sha512`,
      'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
    ]),
    ...Object.fromEntries(
      ['sha256', 'sha384', 'sha512'].map((hash) => [`${moreAlgorithms}ecdsa-${hash}`, ecdsa(hash)]),
    ),
  };
}

function keep<Value>(known: Record<string, Value>, names: readonly string[]): Record<string, Value> {
  return Object.fromEntries(Object.entries(known).filter(([name]) => names.includes(name)));
}

/** ECDSA as XML has it: both numbers one after the other (RFC 4050 §3.3). */
function ecdsa(hash: string): new () => SignatureAlgorithm {
  return class {
    getAlgorithmName = () => `${moreAlgorithms}ecdsa-${hash}`;
    getSignature = (): string => {
      throw new Error('lists are read here, not signed');
    };
    verifySignature = (material: string, key: unknown, value: string): boolean =>
      createVerify(hash)
        .update(material)
        .verify({ key: createPublicKey(key as string), dsaEncoding: 'ieee-p1363' }, value, 'base64');
  };
}
