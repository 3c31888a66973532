import { openVisitsWith } from '@campus/accounts';
import { errorCode } from '@campus/config';
import { baseOf, idOf, Refusal, readPlainForm } from '@campus/rest';
import { BudgetSpentError, createTurns, nameRoute, type Turns, untilClosed } from '@campus/service';
import express, { type RequestHandler, type Router } from 'express';
import type { VideoConfiguration } from '../../config.ts';
import {
  countOaiRecords,
  earliestDatestamp,
  findOaiRecord,
  findOaiRecords,
  lockNotAvailable,
  type OaiRecord,
  sealOaiRecords,
} from '../../data/oai-records.ts';
import { findOpenPlaces } from '../../data/places.ts';
import { findPublicVideosBy } from '../../data/public-videos.ts';
import { elementsWriter } from '../../dublin-core/write-xml.ts';
import { boundsOf, OaiError, type OaiRequest, readOaiRequest, type Verb } from '../../oai/read-request.ts';
import * as oai from '../../oai/write-answer.ts';
import { addresses } from '../addresses.ts';
import { dublinCoreInstance, dublinCoreVideo } from '../dublin-core-record.ts';
import { type FindDeps, type FindVisit, titleOfPlace } from '../pages/find/found.ts';
import { foundWords } from '../pages/find/found-words.ts';
import type { Resumption, ResumptionTokens } from './resumption-tokens.ts';

/** One part of a list ends with so many records, or with the one whose texts reach so many bytes. */
export const oaiPage = { records: 200, bytes: 1024 * 1024 };

/** What has changed is noted by one request after the other: those that wait hold no connection of the database. */
export const sealTurnLimits = { atATime: 1, waiting: 64, waitingPerCaller: 8, retryAfterSeconds: 2 };

/** Of each kind of sets. */
const setsOfKind = 9_000;

interface OaiDeps extends FindDeps {
  configuration: Pick<VideoConfiguration, 'oaiAdminEmail'>;
  resumptions: ResumptionTokens;
}

/** A harvester before the repository; with the public address, and the name of the machine in it. */
type OaiVisit = OaiDeps & FindVisit & { sealing: Turns; base: string; host: string };

/** What is answered, and when it was true; now, where that is not said. */
interface Answer {
  content: string;
  at?: Date;
}

/**
 * The public videos for harvesters, by OAI-PMH 2.0 (decision 0038), to be mounted at the root of the service. Whoever asks
 * sees what a stranger does; without an address of whom harvesters may write to there is nothing.
 */
export function oaiRoutes(deps: OaiDeps): Router {
  const answer = openVisitsWith({ ...deps, sealing: createTurns(sealTurnLimits) })(sendAnswer);
  const router = express.Router({ caseSensitive: true });
  if (deps.configuration.oaiAdminEmail === undefined) return router;
  router.route(addresses.oai).get(answer).post(answer).all(refuseMethod);
  return router;
}

/** @throws Refusal  405 */
const refuseMethod: RequestHandler = ({ method }, response) => {
  const headers = { Allow: 'GET, HEAD, POST, OPTIONS' };
  if (method !== 'OPTIONS') throw new Refusal('method_not_allowed', { values: { method }, headers });
  response.status(204).set(headers).end();
};

async function sendAnswer(given: OaiDeps & FindVisit & { sealing: Turns }): Promise<void> {
  const { engine, request, response } = given;
  const base = baseOf(request, engine);
  const visit = { ...given, base, host: new URL(base).hostname.replace(/[[\]]/g, '') };
  dublinCoreInstance(engine.services.configuration);
  const form = request.method === 'POST' ? await readPlainForm(request, response) : {};
  let asked: OaiRequest | undefined;
  let said: Answer;
  try {
    asked = readOaiRequest([...pairsOf(request.query), ...pairsOf(form)]);
    said = await answers[asked.verb](visit, asked);
  } catch (error) {
    // Harvesters know of 503 alone that they are to wait (OAI-PMH 2.0 §3.1.2.2).
    if (error instanceof BudgetSpentError && error.budget === 'caller') {
      // Figures tell these from what we owe: whoever asks too much wakes nobody.
      nameRoute(request, `${addresses.oai} beyond its share`);
      throw new BudgetSpentError('all', error);
    }
    if (!(error instanceof OaiError)) throw error;
    said = { content: oai.writeError(error) };
  }
  const { content, at = engine.services.now() } = said;
  const address = `${base}${addresses.oai}`;
  response.type('text/xml').send(oai.writeAnswer({ at, address, request: asked }, content));
}

/** A form, or a query, as pairs: what was sent twice is there twice. */
function pairsOf(form: Record<string, unknown>): [name: string, value: string][] {
  return Object.entries(form).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, String(value)]),
  );
}

const answers: Record<Verb, (visit: OaiVisit, asked: OaiRequest) => Promise<Answer>> = {
  Identify: async ({ engine, sessions, lookups, configuration, base, host }) => ({
    content: oai.writeIdentify({
      name: sessions.site.name[engine.language],
      address: `${base}${addresses.oai}`,
      adminEmail: configuration.oaiAdminEmail ?? '',
      earliest: await earliestDatestamp(lookups),
      host,
      instance: dublinCoreInstance(engine.services.configuration),
    }),
  }),
  ListMetadataFormats: async (visit, { arguments: { identifier } }) => {
    if (identifier !== undefined) await recordOf(visit, identifier);
    return { content: oai.writeMetadataFormats() };
  },
  ListSets: async (visit, { arguments: { resumptionToken } }) => {
    if (resumptionToken !== undefined) throw noSuchToken();
    return { content: oai.writeSets(await findSets(visit)) };
  },
  GetRecord: async (visit, { arguments: { identifier = '', metadataPrefix } }) => {
    checkFormat(metadataPrefix);
    const { at } = await seal(visit);
    const record = await recordOf(visit, identifier);
    return { content: `<GetRecord>\n${await writeRecords(visit, [record], at)}</GetRecord>\n`, at };
  },
  ListIdentifiers: (visit, asked) =>
    list(visit, { ...asked, verb: 'ListIdentifiers' }, async (records, at) =>
      records.map((record) => oai.writeHeader(headerOf(visit, record, at))).join(''),
    ),
  ListRecords: async (visit, asked) => {
    const { engine, request, response } = visit;
    await engine.longAnswers.begin({ response, caller: { id: request.ip ?? '' } });
    return list(visit, { ...asked, verb: 'ListRecords' }, (records, at) => writeRecords(visit, records, at));
  },
};

/** The next part of a list. */
async function list(
  visit: OaiVisit,
  asked: OaiRequest & Pick<Resumption, 'verb'>,
  write: (records: OaiRecord[], at: Date) => Promise<string>,
): Promise<Answer> {
  const { lookups, resumptions } = visit;
  const { verb } = asked;
  const { after, cursor, listSize, ...range } = begun(visit, asked);
  const { at, hasMore } = await seal(visit);
  const found = await findOaiRecords(lookups, { ...range, after, limit: oaiPage.records + 1 });
  const records = firstOf(found);
  const last = records.at(-1);
  if (last === undefined) {
    if (hasMore) throw new BudgetSpentError('all');
    throw new OaiError('noRecordsMatch', 'No record has changed in this time, or there is no such set.');
  }
  const isWhole = records.length === found.length && !hasMore;
  let resumption = '';
  if (!isWhole || after !== null) {
    const size = listSize ?? (await countOaiRecords(lookups, range));
    const place = { datestamp: last.datestamp ?? at, videoId: last.videoId };
    const next = { ...range, verb, after: place, cursor: cursor + records.length, listSize: size };
    const { token, expiresAt } = isWhole ? { token: '', expiresAt: undefined } : resumptions.write(next);
    resumption = oai.writeResumption({ token, expiresAt, cursor, listSize: size });
  }
  return { content: `<${verb}>\n${await write(records, at)}${resumption}</${verb}>\n`, at };
}

/** Where a list begins, or goes on. */
function begun(
  { resumptions }: OaiVisit,
  { verb, arguments: given }: OaiRequest,
): Omit<Resumption, 'verb' | 'after' | 'listSize'> & {
  after: Resumption['after'] | null;
  listSize: number | undefined;
} {
  const { metadataPrefix, resumptionToken, set = null } = given;
  if (resumptionToken === undefined) {
    checkFormat(metadataPrefix);
    return { ...boundsOf(given), set, after: null, cursor: 0, listSize: undefined };
  }
  const resumption = resumptions.read(resumptionToken);
  if (resumption?.verb !== verb) throw noSuchToken();
  const { verb: _, ...rest } = resumption;
  return rest;
}

function noSuchToken(): OaiError {
  const message =
    'This token is none of this list, or too old: begin the list again, from the last datestamp.';
  return new OaiError('badResumptionToken', message);
}

function checkFormat(prefix: string | undefined): void {
  if (prefix !== oai.oaiDc.prefix)
    throw new OaiError('cannotDisseminateFormat', `The only format is ${oai.oaiDc.prefix}.`);
}

/** As many records as one answer has room for, of those that are there. */
function firstOf(records: readonly OaiRecord[]): OaiRecord[] {
  let bytes = 0;
  const full = records.findIndex((record) => {
    bytes += record.bytes;
    return bytes >= oaiPage.bytes;
  });
  return records.slice(0, Math.min(oaiPage.records, full === -1 ? records.length : full + 1));
}

async function seal(visit: OaiVisit): Promise<{ at: Date; hasMore: boolean }> {
  const { engine, sealing, request, response } = visit;
  const { db } = engine.services;
  try {
    const signal = untilClosed(response);
    return await sealing.run(request.ip ?? '', () => sealOaiRecords(db), { signal });
  } catch (error) {
    if (errorCode(error) === lockNotAvailable) throw new BudgetSpentError('all', sealTurnLimits);
    throw error;
  }
}

/** @throws OaiError  `idDoesNotExist` */
async function recordOf({ lookups, host }: OaiVisit, identifier: string): Promise<OaiRecord> {
  const id = idOf(identifier.slice(identifier.lastIndexOf(':') + 1));
  const isOurs = id !== null && identifier === oai.identifierOf(host, id);
  const record = isOurs ? await findOaiRecord(lookups, id) : null;
  if (record !== null) return record;
  throw new OaiError(
    'idDoesNotExist',
    `There is no such record; identifiers are like ${oai.identifierOf(host, 42)}.`,
  );
}

function headerOf(
  { host }: OaiVisit,
  { videoId, datestamp, deleted, sets }: OaiRecord,
  at: Date,
): oai.OaiHeader {
  return {
    identifier: oai.identifierOf(host, videoId),
    // What is being changed will have a later one.
    datestamp: datestamp ?? at,
    isDeleted: deleted,
    sets: sets.filter((set) => set.includes(':')),
  };
}

/** Records with the Dublin Core of their videos: what was hidden a moment ago is told as deleted. */
async function writeRecords(visit: OaiVisit, records: readonly OaiRecord[], at: Date): Promise<string> {
  const { engine, lookups, base } = visit;
  const { language, timeZone, services } = engine;
  const ids = records.filter(({ deleted }) => !deleted).map(({ videoId }) => videoId);
  const { rows, details } = await findPublicVideosBy(lookups, [
    { columns: ['id'], operator: 'in', value: ids },
    { columns: ['encodingId'], operator: 'present', value: true },
  ]);
  const rowById = new Map(rows.map((row) => [Number(row.id), row]));
  const write = elementsWriter({ ...dublinCoreInstance(services.configuration), timeZone });
  return records
    .map((record) => {
      const row = rowById.get(record.videoId);
      const header = headerOf(visit, { ...record, deleted: row === undefined }, at);
      const video = row && dublinCoreVideo(row, details.get(record.videoId), { base, language });
      return oai.writeRecord(header, video && write(video));
    })
    .join('');
}

const kindsOfSets = ['types', 'disciplines', 'channels'] as const;
const specs = { types: 'type', disciplines: 'discipline', channels: 'channel' } as const;

/** The sets that hold something: by their ids, so that one that is renamed stays the same. */
async function findSets({ engine, lookups }: OaiVisit): Promise<{ spec: string; name: string }[]> {
  const { language } = engine;
  const places = await findOpenPlaces(lookups, { kinds: kindsOfSets, limit: setsOfKind });
  return kindsOfSets.flatMap((kind) => [
    { spec: specs[kind], name: foundWords[language].places[kind] },
    ...places
      .filter((place) => place.kind === kind)
      .map((place) => ({ spec: `${specs[kind]}:${place.id}`, name: titleOfPlace(place, language) })),
  ]);
}
