import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fill, type Language } from '@campus/pages';
import {
  detail,
  filterConditions,
  filterParameters,
  parametersOf,
  parseContext,
  refer,
  requesterOf,
  requireKnown,
  type View,
} from '@campus/rest';
import { compressPieces, negotiateEncoding } from '@campus/service';
import { publicVideos } from '../../data/public-videos.ts';
import type { DublinCoreVideo } from '../../dublin-core/record.ts';
import { dublinCoreDocument } from '../../dublin-core/write-xml.ts';
import { addresses } from '../addresses.ts';
import { dublinCoreInstance, dublinCoreVideo } from '../dublin-core-record.ts';
import { refusals } from '../refusals.ts';
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
export const dublinCoreView: View<Services> = {
  path: addresses.dublinCore,
  name: 'Dublin Core',
  renders: 'text/xml',
  described: {
    operationId: 'dublincore',
    tag: videos.path,
    summary: 'Dublin Core 1.1 in RDF/XML of the public videos',
    parameters: filterParameters(videos),
    answers: { description: 'the records', schema: { type: 'string' }, example: dublinCoreExample },
    refusals: {
      400: refer('Invalid'),
      [refusals.no_dublin_core.status]: detail(
        'DEFAULT_DC_COVERAGE or DEFAULT_DC_RIGHTS is not configured',
        fill(refusals.no_dublin_core, { names: 'DEFAULT_DC_RIGHTS' }, 'en'),
      ),
    },
  },
  async get({ engine, request, response, caller, language, base }) {
    const { configuration, db } = engine.services;
    const instance = dublinCoreInstance(configuration);
    const parameters = parametersOf(request);
    requireKnown(parameters, {
      filters: videos.filters.keys(),
      // A filter that other platforms have here must not be taken for none: everything would be harvested.
      tolerated: new Set(['_']),
    });
    const context = parseContext({ request, response, engine, caller, language, base });
    const conditions = await filterConditions(request, videos, context);
    if (request.method !== 'HEAD') await engine.longAnswers.begin({ response, caller });
    const batches = publicVideos(db.lookups.of(requesterOf({ caller, response })), conditions);
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
  rest: AsyncGenerator<Item>,
): AsyncGenerator<Item> {
  if (first.done !== true) yield first.value;
  yield* rest;
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
