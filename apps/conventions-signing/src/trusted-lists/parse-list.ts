import type { Criteria, Qualification } from '../trust/qualifiers-of.ts';
import type { ListPointer, ServicePeriod, TrustedList, TrustService } from '../trust/trusted-list.ts';
import { ListError } from './list-error.ts';
import { elementsOf, parseXml, type XmlElement } from './parse-xml.ts';

/** Services that certificates and time stamps are checked by; the names begin `http://uri.etsi.org/TrstSvc/Svctype/`. */
const ofInterest = /\/Svctype\/(CA\/|TSA(\/|$)|NationalRootCA)/;

/**
 * What a list says, of XML that was verified before (`verifyList`).
 *
 * @throws ListError  what it must have is missing, or is nothing of the kind
 */
export function parseList(xml: string): TrustedList {
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
