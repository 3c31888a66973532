/** Reads one list beside the process: verifying some megabytes of XML takes seconds, in which nothing else would run. */
import { createPublicKey, createVerify, X509Certificate } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { type SignatureAlgorithm, SignedXml } from 'xml-crypto';
import type { Criteria, Qualification } from '../trust/qualifiers-of.ts';
import type { ListPointer, ServicePeriod, TrustedList, TrustService } from '../trust/trusted-list.ts';
import { elementsOf, parseXml, type XmlElement } from './parse-xml.ts';
import { ListError, type ListRequest, type ListVerdict } from './read-list.ts';

/** Services that certificates and time stamps are checked by; the names begin `http://uri.etsi.org/TrstSvc/Svctype/`. */
const ofInterest = /\/Svctype\/(CA\/|TSA(\/|$)|NationalRootCA)/;

/**
 * What a list says, of XML that was verified before (`verifyList`).
 *
 * @throws ListError  what it must have is missing, or is nothing of the kind
 */
function parseList(xml: string): TrustedList {
  const root = parseXml(xml);
  if (root.localName !== 'TrustServiceStatusList') throw new ListError('is no trusted list');
  const scheme = need(root, 'SchemeInformation');
  const nextUpdate = textAt(scheme, 'NextUpdate', 'dateTime');
  return {
    territory: territoryOf(needText(scheme, 'SchemeTerritory')),
    sequence: sequenceOf(needText(scheme, 'TSLSequenceNumber')),
    issuedAt: dateOf(needText(scheme, 'ListIssueDateTime')),
    nextUpdate: nextUpdate === undefined ? null : dateOf(nextUpdate),
    pointers: all(scheme, 'PointersToOtherTSL', 'OtherTSLPointer').flatMap(pointerOf),
    services: all(root, 'TrustServiceProviderList', 'TrustServiceProvider').flatMap((provider) => {
      const name = nameAt(provider, 'TSPInformation', 'TSPName');
      return all(provider, 'TSPServices', 'TSPService').flatMap((service) => serviceOf(service, name));
    }),
  };
}

/** Of another list in XML; those for people, as PDF, are left out. */
function pointerOf(pointer: XmlElement): ListPointer[] {
  const location = textAt(pointer, 'TSLLocation');
  const information = all(pointer, 'AdditionalInformation', 'OtherInformation');
  const find = (name: string) =>
    information.map((other) => textAt(other, name)).find((text) => text !== undefined);
  const isXml = find('MimeType') === 'application/vnd.etsi.tsl+xml';
  const territory = find('SchemeTerritory');
  if (location === undefined || territory === undefined || !isXml) return [];
  const identities = all(pointer, 'ServiceDigitalIdentities', 'ServiceDigitalIdentity');
  return [{ territory: territoryOf(territory), location, signers: identities.flatMap(certificatesIn) }];
}

function serviceOf(service: XmlElement, provider: string): TrustService[] {
  const now = need(service, 'ServiceInformation');
  const periods = [now, ...all(service, 'ServiceHistory', 'ServiceHistoryInstance')]
    .map(periodOf)
    .filter(({ type }) => ofInterest.test(type))
    .sort((one, other) => other.since.getTime() - one.since.getTime());
  const certificates = all(now, 'ServiceDigitalIdentity').flatMap(certificatesIn);
  if (periods.length === 0 || certificates.length === 0) return [];
  return [{ provider, name: nameAt(now, 'ServiceName'), certificates, periods }];
}

function certificatesIn(identity: XmlElement): Uint8Array<ArrayBuffer>[] {
  return all(identity, 'DigitalId', 'X509Certificate').map(
    (certificate) => new Uint8Array(Buffer.from(textOf(certificate), 'base64')),
  );
}

function periodOf(information: XmlElement): ServicePeriod {
  const extensions = all(information, 'ServiceInformationExtensions', 'Extension');
  return {
    type: needText(information, 'ServiceTypeIdentifier'),
    status: needText(information, 'ServiceStatus'),
    since: dateOf(needText(information, 'StatusStartingTime')),
    purposes: extensions.flatMap((extension) =>
      all(extension, 'AdditionalServiceInformation', 'URI').map(textOf),
    ),
    qualifications: extensions.flatMap((extension) =>
      all(extension, 'Qualifications', 'QualificationElement').flatMap(qualificationOf),
    ),
  };
}

function qualificationOf(element: XmlElement): Qualification[] {
  const [criteria] = all(element, 'CriteriaList');
  const qualifiers = all(element, 'Qualifiers', 'Qualifier').map((one) => one.getAttribute('uri') ?? '');
  return criteria === undefined ? [] : [{ qualifiers, criteria: criteriaOf(criteria) }];
}

const knownCriteria = [
  'KeyUsage',
  'PolicySet',
  'CriteriaList',
  'otherCriteriaList',
  'OtherCriteriaList',
  'Description',
];

function criteriaOf(list: XmlElement): Criteria {
  const assert = list.getAttribute('assert');
  const others = [...all(list, 'otherCriteriaList'), ...all(list, 'OtherCriteriaList')].flatMap(elementsOf);
  const identifiers = (element: XmlElement, ...path: string[]) => all(element, ...path).map(oidOf);
  const named = (name: string) => others.filter(({ localName }) => localName === name);
  return {
    assert: assert === 'atLeastOne' || assert === 'none' ? assert : 'all',
    keyUsages: all(list, 'KeyUsage').map((usage) =>
      Object.fromEntries(
        all(usage, 'KeyUsageBit').map((bit) => [bit.getAttribute('name') ?? '', textOf(bit) === 'true']),
      ),
    ),
    policies: all(list, 'PolicySet').map((set) => identifiers(set, 'PolicyIdentifier', 'Identifier')),
    purposes: named('ExtendedKeyUsage').map((usage) => identifiers(usage, 'KeyPurposeId', 'Identifier')),
    subjectAttributes: named('CertSubjectDNAttribute').map((attribute) =>
      identifiers(attribute, 'AttributeOID', 'Identifier'),
    ),
    nested: all(list, 'CriteriaList').map(criteriaOf),
    hasUnknown:
      elementsOf(list).some(({ localName }) => !knownCriteria.includes(localName)) ||
      others.some(({ localName }) => !['ExtendedKeyUsage', 'CertSubjectDNAttribute'].includes(localName)),
  };
}

/** `urn:oid:1.2.3` → `1.2.3` */
function oidOf(identifier: XmlElement): string {
  return textOf(identifier).replace(/^urn:oid:/i, '');
}

/** The elements below one another that these names lead to. */
function all(from: XmlElement, ...path: string[]): XmlElement[] {
  return path.reduce(
    (elements, name) =>
      elements.flatMap((element) => elementsOf(element).filter(({ localName }) => localName === name)),
    [from],
  );
}

function need(from: XmlElement, ...path: string[]): XmlElement {
  const [found] = all(from, ...path);
  if (found === undefined) throw new ListError(`has no ${path.join('/')}`);
  return found;
}

function needText(from: XmlElement, ...path: string[]): string {
  return textOf(need(from, ...path));
}

function textAt(from: XmlElement, ...path: string[]): string | undefined {
  const [found] = all(from, ...path);
  return found === undefined ? undefined : textOf(found);
}

function textOf({ textContent }: XmlElement): string {
  return textContent?.trim() ?? '';
}

/** A name in English where there is one, else the first. */
function nameAt(from: XmlElement, ...path: string[]): string {
  const names = all(from, ...path, 'Name');
  const english = names.find((name) => name.getAttribute('xml:lang')?.toLowerCase() === 'en');
  const name = english ?? names[0];
  return name === undefined ? '' : textOf(name);
}

/** In capitals; a code as `FR`, `EU` (§5.3.10). */
function territoryOf(text: string): string {
  const territory = text.toUpperCase();
  if (!/^[A-Z-]{2,20}$/.test(territory)) throw new ListError(`has "${text}" where a country must be`);
  return territory;
}

function sequenceOf(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new ListError(`has "${text}" where the number of its issue must be`);
  return Number(text);
}

function dateOf(text: string): Date {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) throw new ListError(`has "${text}" where a date must be`);
  return date;
}

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
function verifyList(xml: string, signers: readonly Uint8Array[]): string {
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

parentPort?.postMessage(verdictOn(workerData as ListRequest));

function verdictOn({ bytes, signers }: ListRequest): ListVerdict {
  try {
    return { list: parseList(verifyList(new TextDecoder('utf-8', { fatal: true }).decode(bytes), signers)) };
  } catch (error) {
    if (error instanceof ListError) return { problem: error.message };
    if (error instanceof TypeError || error instanceof RangeError)
      return { problem: 'is not made as lists are' };
    throw error;
  }
}
