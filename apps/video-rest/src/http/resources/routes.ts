import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fill, type Language } from '@campus/pages';
import * as rest from '@campus/rest';
import { compressPieces, negotiateEncoding } from '@campus/service';
import express, { type Router } from 'express';
import { publicVideos } from '../../data/public-videos.ts';
import { type EncodingPriority, encodingPriorities } from '../../domain/encoding-states.ts';
import { isStaff } from '../../domain/ownership.ts';
import type { DublinCoreVideo } from '../../dublin-core/record.ts';
import { dublinCoreDocument } from '../../dublin-core/write-xml.ts';
import { launchEncoding } from '../../videos/launch-encoding.ts';
import { addresses, apiVideoAddress } from '../addresses.ts';
import { dublinCoreInstance, dublinCoreVideo } from '../dublin-core-record.ts';
import { refusals } from '../refusals.ts';
import { apiWords } from './api-words.ts';
import { playlists } from './playlists.ts';
import { resources } from './resources.ts';
import { owns } from './rights.ts';
import { runs } from './runs.ts';
import type { Services } from './services.ts';
import { videos } from './videos.ts';

/** Nothing of ours is loaded; browsers lay XML out as a tree, with inline styles and pictures of their own in it. */
const xmlPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'";

const dublinCoreExample = `<?xml version="1.0" encoding="UTF-8"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/">
<rdf:Description rdf:about="https://video.example.org/video/0001-linear-algebra/">
<dc:title>Linear algebra</dc:title>
</rdf:Description>
</rdf:RDF>
`;

/**
 * `GET /rest/dublincore/` (contract §4): the public videos, whoever asks, as XML written while it is read. The filters are those of the videos.
 */
const dublinCoreView: rest.View<Services> = {
  path: addresses.dublinCore,
  name: 'Dublin Core',
  renders: 'text/xml',
  described: {
    operationId: 'dublincore',
    tag: videos.path,
    summary: 'Dublin Core 1.1 in RDF/XML of the public videos',
    parameters: rest.filterParameters(videos),
    answers: { description: 'the records', schema: { type: 'string' }, example: dublinCoreExample },
    refusals: {
      400: rest.refer('Invalid'),
      [refusals.no_dublin_core.status]: rest.detail(
        'DEFAULT_DC_COVERAGE or DEFAULT_DC_RIGHTS is not configured',
        fill(refusals.no_dublin_core, { names: 'DEFAULT_DC_RIGHTS' }, 'en'),
      ),
    },
  },
  async get({ engine, request, response, caller, language, base }) {
    const { configuration, db } = engine.services;
    const instance = dublinCoreInstance(configuration);
    const parameters = rest.parametersOf(request);
    rest.requireKnown(parameters, {
      filters: videos.filters.keys(),
      // A filter that other platforms have here must not be taken for none: everything would be harvested.
      tolerated: new Set(['_']),
    });
    const context = rest.parseContext({ request, response, engine, caller, language, base });
    const conditions = await rest.filterConditions(request, videos, context);
    if (request.method !== 'HEAD') await engine.longAnswers.begin({ response, caller });
    const batches = publicVideos(db.lookups.of(rest.requesterOf({ caller, response })), conditions);
    // Before the answer begins: what goes wrong with the first is still told.
    const first = request.method === 'HEAD' ? undefined : await batches.next();
    response.set({ 'Content-Type': 'text/xml; charset=utf-8', 'Content-Security-Policy': xmlPolicy });
    if (first === undefined) {
      negotiateEncoding(response);
      response.end();
      return;
    }
    const records = asRecords(resumed(first, batches), { base, language });
    const document = dublinCoreDocument(records, { ...instance, timeZone: engine.timeZone });
    try {
      await pipeline(Readable.from(compressPieces(response, document)), response);
    } catch (error) {
      // A harvester that goes away is no error of ours; whatever else cuts the document short is.
      if (!isPrematureClose(error)) throw error;
    }
  },
};

/** A sequence whose first item has been asked for already. */
async function* resumed<Item>(
  first: IteratorResult<Item, unknown>,
  others: AsyncGenerator<Item>,
): AsyncGenerator<Item> {
  if (first.done !== true) yield first.value;
  yield* others;
}

async function* asRecords(
  batches: ReturnType<typeof publicVideos>,
  reader: { base: string; language: Language },
): AsyncGenerator<DublinCoreVideo[]> {
  for await (const { rows, details } of batches)
    yield rows.map((row) => dublinCoreVideo(row, details.get(Number(row.id)), reader));
}

function isPrematureClose(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return code === 'ERR_STREAM_PREMATURE_CLOSE';
}

const apiRoot: rest.View<Services> = {
  path: addresses.api,
  name: 'Api Root',
  title: apiWords.api,
  description: apiWords.welcome,
  links: [
    { text: apiWords.tryOut, href: addresses.apiReference },
    { text: apiWords.document, href: addresses.apiDocument },
    { text: apiWords.dublinCore, href: addresses.dublinCore },
  ],
  described: {
    operationId: 'root',
    tag: 'api',
    summary: 'The resources with the addresses of their lists',
    answers: {
      description: 'resource name to address',
      schema: { type: 'object', additionalProperties: { type: 'string', format: 'uri' } },
    },
  },
  get: ({ base }) => rest.resourceIndex(resources, base),
};

/** It acts on a GET, since the contract (§3, §4) and every client say so. Whoever comes with a browser is asked first. */
const launchEncodeView: rest.View<Services> = {
  path: addresses.launch,
  name: 'Launch Encode View',
  title: apiWords.launch,
  described: {
    operationId: 'launch_encode_view',
    tag: videos.path,
    summary: 'Encode a video, again if it was before; nothing happens while it is queued or running',
    parameters: [
      {
        name: 'slug',
        in: 'query',
        required: true,
        schema: { type: 'string' },
        example: '0001-linear-algebra',
      },
      {
        name: 'priority',
        in: 'query',
        description: 'By staff alone',
        schema: { type: 'string', enum: encodingPriorities, default: 'normal' },
      },
    ],
    answers: { description: 'the video', schema: rest.schemaNamed(videos.name.en) },
    refusals: { 400: rest.refer('Invalid'), 403: rest.refer('Forbidden') },
  },
  async asks(viewed) {
    const { title, id } = await ownVideoAsked(viewed);
    return {
      sentence: fill(apiWords.launchQuestion, { title: String(title) }, viewed.language),
      back: apiVideoAddress({ id: Number(id) }),
    };
  },
  async get(viewed) {
    const { id } = await ownVideoAsked(viewed);
    await launchEncoding(viewed.engine.services, Number(id), { priority: priorityAsked(viewed) });
    return rest.showRow(videos, await videoAsked(viewed), rest.showContext(viewed));
  },
};

const views = [apiRoot, launchEncodeView, dublinCoreView];

/** What is beside the resources and these views, and which version of the service it is. */
export interface Beside {
  routes: readonly rest.OwnRoute<Services>[];
  version: string;
}

/** The OpenAPI document of the whole API: the resources, and the addresses beside them. */
export function apiDocument({ routes, version }: Beside, baseUrl: string | undefined) {
  const title = 'Video platform REST API';
  const description =
    'Relations are URLs of objects. Every request carries `Authorization: Token <key>` (or Basic).';
  const tags = [
    { name: 'api', description: 'What there is.' },
    {
      name: 'uploads',
      description: 'Videos that are sent in pieces, by the protocol tus 1.0.',
      before: playlists.path,
    },
    {
      name: 'exchange',
      description: 'Objects as lines, out of one instance and into another.',
      before: runs.path,
    },
    { name: 'changes', description: 'What happens to objects, to be followed.', before: runs.path },
  ];
  return rest.openApiDocument({ resources, views, routes }, { title, description, version, baseUrl, tags });
}

/** Everything below `/rest`. */
export function restRoutes(engine: rest.Engine<Services>, beside: Beside): Router {
  const router = express.Router();
  const schema: rest.View<Services> = {
    path: addresses.apiDocument,
    name: 'Schema',
    title: apiWords.document,
    get: ({ base }) => apiDocument(beside, base),
  };
  for (const declared of [...views, schema])
    router.all(rest.patternOf(declared.path), rest.view(engine, declared));
  router.use(rest.resourceRouter(resources, engine));
  router.use(() => {
    throw new rest.Refusal('not_found');
  });
  router.use(rest.answerErrorPage(engine));
  return router;
}

/** The same where it is the caller's to change. @throws Refusal  403, 404 */
async function ownVideoAsked(viewed: rest.KnownRequest<Services>): Promise<rest.Row> {
  const row = await videoAsked(viewed);
  if (!owns(viewed.caller, row)) throw new rest.Refusal('permission_denied');
  return row;
}

/** @throws Refusal  403, InvalidInput */
function priorityAsked({ request, caller }: rest.KnownRequest<Services>): EncodingPriority {
  const parameters = rest.parametersOf(request);
  const isNormal = (parameters.get('priority') ?? 'normal') === 'normal';
  if (!isNormal && !isStaff(caller)) throw new rest.Refusal(refusals.priority_by_staff);
  return rest.choiceIn(parameters, 'priority', encodingPriorities) ?? 'normal';
}

/** The video that `?slug=` names. @throws Refusal  404 */
async function videoAsked({ request, caller, engine }: rest.KnownRequest<Services>): Promise<rest.Row> {
  const slug = rest.parametersOf(request).get('slug');
  const atSlug = slug === undefined ? null : rest.bySlug.find(slug, caller);
  const row =
    atSlug === null
      ? null
      : await engine.storeOf(videos.table).find(videos.columns, [atSlug, ...videos.rights.sees(caller)]);
  if (row !== null) return row;
  throw new rest.Refusal('no_such_object', { values: { model: videos.name.en } });
}
