import { XMLParser } from 'fast-xml-parser';
import request from 'supertest';
import { givenType, newName } from './given-records.ts';
import type { TestService } from './service.ts';

const many = ['record', 'set', 'setSpec', 'error', 'description', 'dc:subject', 'dc:contributor'];
const parser = new XMLParser({
  ignoreAttributes: false,
  parseTagValue: false,
  isArray: (name, path, _leaf, isAttribute) =>
    !isAttribute && (many.includes(name) || String(path).endsWith('ListIdentifiers.header')),
});

/** What a repository answers, as far as tests look at it. */
export interface OaiAnswer {
  responseDate: string;
  request: string | Record<string, string>;
  error?: { '@_code': string; '#text': string }[];
  Identify?: Record<string, unknown>;
  ListSets?: { set: { setSpec: string[]; setName: string }[] };
  GetRecord?: { record: OaiRecord[] };
  ListRecords?: { record: OaiRecord[]; resumptionToken?: OaiToken };
  ListIdentifiers?: { header: OaiHeader[]; resumptionToken?: OaiToken };
}

export interface OaiHeader {
  identifier: string;
  datestamp: string;
  setSpec?: string[];
  '@_status'?: 'deleted';
}

export interface OaiRecord {
  header: OaiHeader;
  metadata?: { 'oai_dc:dc': Record<string, string | string[]> };
}

type OaiToken = { '#text'?: string; '@_cursor': string; '@_completeListSize': string };

/** Asks as a stranger does; gives the document as it is. */
export async function askOai(
  { url }: Pick<TestService, 'url'>,
  query: Record<string, string> | string,
): Promise<string> {
  const answer = await request(url).get('/oai').query(query).buffer(true);
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  return answer.text;
}

export function readOai(document: string): OaiAnswer {
  return parser.parse(document)['OAI-PMH'];
}

export async function oai(
  service: Pick<TestService, 'url'>,
  query: Record<string, string> | string,
): Promise<OaiAnswer> {
  return readOai(await askOai(service, query));
}

/** All parts of a list of records, one after the other; `between` is done before each but the first. */
export async function harvest(
  service: Pick<TestService, 'url'>,
  query: Record<string, string> = {},
  between: (part: number) => Promise<void> = async () => {},
): Promise<{ records: OaiRecord[]; responseDate: string; parts: OaiAnswer[] }> {
  const parts = [await oai(service, { verb: 'ListRecords', metadataPrefix: 'oai_dc', ...query })];
  for (;;) {
    const token = parts.at(-1)?.ListRecords?.resumptionToken?.['#text'];
    if (token === undefined) break;
    await between(parts.length);
    parts.push(await oai(service, { verb: 'ListRecords', resumptionToken: token }));
  }
  const records = parts.flatMap((part) => part.ListRecords?.record ?? []);
  return { records, responseDate: parts.at(-1)?.responseDate ?? '', parts };
}

/** Public videos in a type of their own, which is a set, as rows alone. */
export async function givenManyOnAir(
  { db, sql, ada }: Pick<TestService, 'db' | 'sql' | 'ada'>,
  count: number,
  description = "''",
): Promise<{ set: string; ids: number[] }> {
  const { id: typeId } = await givenType(db);
  // A video and its run refer to each other.
  const { rows } = await sql.query<{ id: number }>(
    `with added as (
       insert into videos (slug, title, owner_id, type_id, main_lang, media_kind, duration_seconds, source_file, description)
       select '8888-' || $2::text || n, 'Many ' || n, $1, $3, 'en', 'video', 1, 'none.mp4', ${description}
       from generate_series(1, $4::int) n returning id)
     insert into encodings (video_id, state, percent, finished_at, outputs)
     select id, 'done', 100, now(), '{}' from added returning video_id as id`,
    [ada.id, newName('many-'), typeId, count],
  );
  const ids = rows.map(({ id }) => id);
  await sql.query(
    'update videos v set encoding_id = e.id, latest_encoding_id = e.id from encodings e where e.video_id = v.id and v.id = any($1)',
    [ids],
  );
  return { set: `type:${typeId}`, ids };
}
