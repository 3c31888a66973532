/** Answers of OAI-PMH 2.0 as XML, by its schemas. */
import type { DublinCoreInstance } from '../dublin-core/record.ts';
import { escaped, escapedQuotes } from '../dublin-core/write-xml.ts';
import type { OaiError, OaiRequest } from './read-request.ts';

const namespace = 'http://www.openarchives.org/OAI/2.0/';
const schemaInstance = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

/** The one format of the records: simple Dublin Core. */
export const oaiDc = {
  prefix: 'oai_dc',
  namespace: `${namespace}oai_dc/`,
  schema: `${namespace}oai_dc.xsd`,
} as const;

/**
 * A whole answer.
 *
 * @param answer.at       when it was true
 * @param answer.address  of the repository
 * @param answer.request  whose arguments it repeats; undefined: they are not to be repeated
 * @param content         what stands in it, as XML
 */
export function writeAnswer(
  { at, address, request }: { at: Date; address: string; request: OaiRequest | undefined },
  content: string,
): string {
  const given = request && { verb: request.verb, ...request.arguments };
  const attributes = Object.entries(given ?? {}).map(
    ([name, value]) => ` ${name}="${escapedQuotes(escaped(value))}"`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<OAI-PMH xmlns="${namespace}" ${schemaInstance} xsi:schemaLocation="${namespace} ${namespace}OAI-PMH.xsd">
<responseDate>${datestampOf(at)}</responseDate>
<request${attributes.join('')}>${escaped(address)}</request>
${content}</OAI-PMH>
`;
}

export function writeError({ code, message }: OaiError): string {
  return element('error', message, ` code="${code}"`);
}

/** What a repository says of itself. */
interface Repository {
  name: string;
  address: string;
  adminEmail: string;
  earliest: Date;
  /** Of the machine, which stands in the identifiers. */
  host: string;
  instance: Omit<DublinCoreInstance, 'timeZone'>;
}

/** As the guidelines for identifiers of OAI want the name of a machine. */
const hostOfIdentifiers = /^[a-z][a-z\d-]*(?:\.[a-z][a-z\d-]*)+$/i;

export function writeIdentify({ name, address, adminEmail, earliest, host, instance }: Repository): string {
  const { publisher, coverage, rights } = instance;
  const about = { title: name, publisher, identifier: address, coverage, rights };
  const elements = Object.entries(about).map(([tag, value]) => (value ? element(`dc:${tag}`, value) : ''));
  const schema = `${namespace}oai-identifier`;
  const identifiers = `<description>
<oai-identifier xmlns="${schema}" ${schemaInstance} xsi:schemaLocation="${schema} ${schema}.xsd">
<scheme>oai</scheme>
<repositoryIdentifier>${host}</repositoryIdentifier>
<delimiter>:</delimiter>
<sampleIdentifier>${identifierOf(host, 42)}</sampleIdentifier>
</oai-identifier>
</description>
`;
  return `<Identify>
${element('repositoryName', name)}${element('baseURL', address)}<protocolVersion>2.0</protocolVersion>
${element('adminEmail', adminEmail)}<earliestDatestamp>${datestampOf(earliest)}</earliestDatestamp>
<deletedRecord>persistent</deletedRecord>
<granularity>YYYY-MM-DDThh:mm:ssZ</granularity>
<compression>gzip</compression>
${hostOfIdentifiers.test(host) ? identifiers : ''}<description>
${dublinCore(elements.join(''))}</description>
</Identify>
`;
}

export function writeMetadataFormats(): string {
  return `<ListMetadataFormats>
<metadataFormat>
<metadataPrefix>${oaiDc.prefix}</metadataPrefix>
<schema>${oaiDc.schema}</schema>
<metadataNamespace>${oaiDc.namespace}</metadataNamespace>
</metadataFormat>
</ListMetadataFormats>
`;
}

/** @param sets  at least one */
export function writeSets(sets: readonly { spec: string; name: string }[]): string {
  const each = sets.map(
    ({ spec, name }) => `<set>\n${element('setSpec', spec)}${element('setName', name)}</set>\n`,
  );
  return `<ListSets>\n${each.join('')}</ListSets>\n`;
}

/** A record without what it is about. */
export interface OaiHeader {
  identifier: string;
  datestamp: Date;
  isDeleted: boolean;
  /** The lowest ones of a hierarchy are enough. */
  sets: readonly string[];
}

export function writeHeader({ identifier, datestamp, isDeleted, sets }: OaiHeader): string {
  const specs = sets.map((spec) => element('setSpec', spec));
  return `<header${isDeleted ? ' status="deleted"' : ''}>
${element('identifier', identifier)}<datestamp>${datestampOf(datestamp)}</datestamp>
${specs.join('')}</header>
`;
}

/** @param elements  of Dublin Core, as XML; undefined: the record is deleted */
export function writeRecord(header: OaiHeader, elements: string | undefined): string {
  const metadata = elements === undefined ? '' : `<metadata>\n${dublinCore(elements)}</metadata>\n`;
  return `<record>\n${writeHeader(header)}${metadata}</record>\n`;
}

/** How a list goes on. */
interface Resumption {
  /** Empty: it does not. */
  token: string;
  expiresAt: Date | undefined;
  /** How many there were before this part of the list, and in all when it began. */
  cursor: number;
  listSize: number;
}

export function writeResumption({ token, expiresAt, cursor, listSize }: Resumption): string {
  const expiry = expiresAt === undefined ? '' : ` expirationDate="${datestampOf(expiresAt)}"`;
  return element('resumptionToken', token, `${expiry} completeListSize="${listSize}" cursor="${cursor}"`);
}

/** The identifier of the record of a video, by the scheme of OAI. */
export function identifierOf(host: string, videoId: number): string {
  return `oai:${host}:${videoId}`;
}

/** To the second, as all datestamps are told. */
function datestampOf(instant: Date): string {
  return `${instant.toISOString().slice(0, 19)}Z`;
}

function dublinCore(elements: string): string {
  return `<oai_dc:dc xmlns:oai_dc="${oaiDc.namespace}" xmlns:dc="http://purl.org/dc/elements/1.1/" ${schemaInstance} xsi:schemaLocation="${oaiDc.namespace} ${oaiDc.schema}">
${elements}</oai_dc:dc>
`;
}

function element(name: string, text: string, attributes = ''): string {
  return `<${name}${attributes}>${escaped(text)}</${name}>\n`;
}
