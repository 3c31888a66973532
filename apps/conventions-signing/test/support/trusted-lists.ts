/** Trusted lists (ETSI TS 119 612) made for tests, signed as the lists of the Union are. */
import { createPrivateKey, createSign, type KeyObject, X509Certificate } from 'node:crypto';
import { type SignatureAlgorithm, SignedXml } from 'xml-crypto';
import type { TestSigner } from './test-pki.ts';

const types = 'http://uri.etsi.org/TrstSvc/Svctype';
const statuses = 'http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus';
const extensions = 'http://uri.etsi.org/TrstSvc/TrustedList/SvcInfoExt';
const more = 'http://www.w3.org/2001/04/xmldsig-more#';

/** A certificate as DER. */
export function derOf({ certificate }: Pick<TestSigner, 'certificate'>): Uint8Array<ArrayBuffer> {
  return new Uint8Array(certificate.toSchema().toBER());
}

const base64 = (signer: TestSigner) => Buffer.from(derOf(signer)).toString('base64');

export interface TestPeriod {
  status?: string;
  since?: string;
  type?: string;
  /** XML of `Extension` elements. */
  extensions?: string;
}

export interface TestList {
  territory?: string;
  sequence?: number;
  nextUpdate?: string | null;
  pointers?: { territory: string; location: string; signers: TestSigner[] }[];
  services?: { certificate: TestSigner; name?: string; periods?: TestPeriod[] }[];
}

/** The extension that says what certificates with this policy are. */
export function qualification({ policy, qualifiers }: { policy: string; qualifiers: string[] }): string {
  return `<tsl:Extension Critical="true"><ecc:Qualifications xmlns:ecc="${extensions}/eSigDir-1999-93-EC-TrustedList/#">
    <ecc:QualificationElement>
      <ecc:Qualifiers>${qualifiers.map((one) => `<ecc:Qualifier uri="${extensions}/${one}"/>`).join('')}</ecc:Qualifiers>
      <ecc:CriteriaList assert="atLeastOne"><ecc:PolicySet><ecc:PolicyIdentifier>
        <xades:Identifier Qualifier="OIDAsURN">urn:oid:${policy}</xades:Identifier>
      </ecc:PolicyIdentifier></ecc:PolicySet></ecc:CriteriaList>
    </ecc:QualificationElement></ecc:Qualifications></tsl:Extension>`;
}

/** The extension that says which certificates a service issues: `ForeSignatures`. */
export function servicePurpose(purpose: string): string {
  return `<tsl:Extension Critical="true"><tsl:AdditionalServiceInformation>
    <tsl:URI xml:lang="en">${extensions}/${purpose}</tsl:URI></tsl:AdditionalServiceInformation></tsl:Extension>`;
}

function period(
  { status = 'granted', since = '2020-01-01T00:00:00Z', type = 'CA/QC', extensions: inner }: TestPeriod,
  identity: string,
): string {
  return `<tsl:ServiceTypeIdentifier>${types}/${type}</tsl:ServiceTypeIdentifier>${identity}
    <tsl:ServiceStatus>${statuses}/${status}</tsl:ServiceStatus>
    <tsl:StatusStartingTime>${since}</tsl:StatusStartingTime>
    ${inner === undefined ? '' : `<tsl:ServiceInformationExtensions>${inner}</tsl:ServiceInformationExtensions>`}`;
}

/** An unsigned list. */
export function listXml({
  territory = 'FR',
  sequence = 7,
  nextUpdate = '2099-01-01T00:00:00Z',
  pointers = [],
  services = [],
}: TestList = {}): string {
  const digital = (signer: TestSigner) =>
    `<tsl:ServiceDigitalIdentity><tsl:DigitalId><tsl:X509Certificate>${base64(signer)}</tsl:X509Certificate></tsl:DigitalId></tsl:ServiceDigitalIdentity>`;
  const name = (text: string) =>
    `<tsl:Name xml:lang="fr">${text} (fr)</tsl:Name><tsl:Name xml:lang="en">${text}</tsl:Name>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<tsl:TrustServiceStatusList xmlns:tsl="http://uri.etsi.org/02231/v2#" xmlns:xades="http://uri.etsi.org/01903/v1.3.2#" Id="list">
<tsl:SchemeInformation>
  <tsl:TSLSequenceNumber>${sequence}</tsl:TSLSequenceNumber>
  <tsl:SchemeTerritory>${territory}</tsl:SchemeTerritory>
  <tsl:PointersToOtherTSL>${pointers
    .map(
      (pointer) => `<tsl:OtherTSLPointer>
    <tsl:ServiceDigitalIdentities>${pointer.signers.map(digital).join('')}</tsl:ServiceDigitalIdentities>
    <tsl:TSLLocation>${pointer.location}</tsl:TSLLocation>
    <tsl:AdditionalInformation>
      <tsl:OtherInformation><tsl:SchemeTerritory>${pointer.territory}</tsl:SchemeTerritory></tsl:OtherInformation>
      <tsl:OtherInformation><add:MimeType xmlns:add="http://uri.etsi.org/02231/v2/additionaltypes#">application/vnd.etsi.tsl+xml</add:MimeType></tsl:OtherInformation>
    </tsl:AdditionalInformation></tsl:OtherTSLPointer>`,
    )
    .join('')}</tsl:PointersToOtherTSL>
  <tsl:ListIssueDateTime>2026-11-01T00:00:00Z</tsl:ListIssueDateTime>
  <tsl:NextUpdate>${nextUpdate === null ? '' : `<tsl:dateTime>${nextUpdate}</tsl:dateTime>`}</tsl:NextUpdate>
</tsl:SchemeInformation>
<tsl:TrustServiceProviderList><tsl:TrustServiceProvider>
  <tsl:TSPInformation><tsl:TSPName>${name('Trust Providers')}</tsl:TSPName></tsl:TSPInformation>
  <tsl:TSPServices>${services
    .map(
      ({ certificate, name: service = 'Certificates for people', periods: [now = {}, ...before] = [{}] }) => {
        const names = `<tsl:ServiceName>${name(service)}</tsl:ServiceName>`;
        return `<tsl:TSPService><tsl:ServiceInformation>${period(now, `${names}${digital(certificate)}`)}</tsl:ServiceInformation>
    <tsl:ServiceHistory>${before
      .map((one) => `<tsl:ServiceHistoryInstance>${period(one, names)}</tsl:ServiceHistoryInstance>`)
      .join('')}</tsl:ServiceHistory></tsl:TSPService>`;
      },
    )
    .join('')}</tsl:TSPServices>
</tsl:TrustServiceProvider></tsl:TrustServiceProviderList>
</tsl:TrustServiceStatusList>`;
}

interface ListSignature {
  algorithm?: 'rsa-sha256' | 'rsa-sha512' | 'ecdsa-sha256' | 'ecdsa-sha512' | 'rsa-sha1';
  /** What is signed: the whole, or the element of this id alone. */
  signedId?: string;
  digest?: string;
}

/** The list with an enveloped signature over all of it. */
export async function signedList(
  xml: string,
  signer: TestSigner,
  {
    algorithm = 'ecdsa-sha256',
    signedId,
    digest = 'http://www.w3.org/2001/04/xmlenc#sha256',
  }: ListSignature = {},
): Promise<Buffer> {
  const key = Buffer.from(await crypto.subtle.exportKey('pkcs8', signer.privateKey));
  const signing = new SignedXml({
    privateKey: createPrivateKey({ key, format: 'der', type: 'pkcs8' }),
    publicCert: new X509Certificate(derOf(signer)).toString(),
    canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
    signatureAlgorithm:
      algorithm === 'rsa-sha1' ? 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' : `${more}${algorithm}`,
  });
  for (const hash of ['sha256', 'sha512']) signing.SignatureAlgorithms[`${more}ecdsa-${hash}`] = ecdsa(hash);
  signing.addReference({
    xpath: signedId === undefined ? '/*' : `//*[@Id='${signedId}']`,
    isEmptyUri: signedId === undefined,
    digestAlgorithm: digest,
    transforms: [
      ...(signedId === undefined ? ['http://www.w3.org/2000/09/xmldsig#enveloped-signature'] : []),
      'http://www.w3.org/2001/10/xml-exc-c14n#',
    ],
  });
  signing.computeSignature(xml, { prefix: 'ds', location: { reference: '/*', action: 'append' } });
  return Buffer.from(signing.getSignedXml());
}

function ecdsa(hash: string): new () => SignatureAlgorithm {
  return class {
    getAlgorithmName = () => `${more}ecdsa-${hash}`;
    getSignature = (material: unknown, key: unknown) =>
      createSign(hash)
        .update(material as string)
        .sign({ key: key as KeyObject, dsaEncoding: 'ieee-p1363' }, 'base64');
    verifySignature = (): boolean => {
      throw new Error('lists are signed here, not read');
    };
  };
}
