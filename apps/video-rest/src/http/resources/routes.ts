import { fill } from '@campus/pages';
import {
  answerErrorPage,
  bySlug,
  type Engine,
  InvalidInput,
  type KnownRequest,
  type OwnRoute,
  openApiDocument,
  parametersOf,
  patternOf,
  Refusal,
  type Row,
  refer,
  resourceIndex,
  resourceRouter,
  schemaNamed,
  showContext,
  showRow,
  type View,
  view,
} from '@campus/rest';
import express, { type Router } from 'express';
import { type EncodingPriority, encodingPriorities } from '../../domain/encoding-states.ts';
import { isStaff } from '../../domain/ownership.ts';
import { launchEncoding } from '../../videos/launch-encoding.ts';
import { addresses, apiVideoAddress } from '../addresses.ts';
import { refusals } from '../refusals.ts';
import { apiWords } from './api-words.ts';
import { dublinCoreView } from './dublin-core-view.ts';
import { playlists } from './playlists.ts';
import { resources } from './resources.ts';
import { owns } from './rights.ts';
import { runs } from './runs.ts';
import type { Services } from './services.ts';
import { videos } from './videos.ts';

const apiRoot: View<Services> = {
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
  get: ({ base }) => resourceIndex(resources, base),
};

/** It acts on a GET, since the contract (§3, §4) and every client say so. Whoever comes with a browser is asked first. */
const launchEncodeView: View<Services> = {
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
    answers: { description: 'the video', schema: schemaNamed(videos.name.en) },
    refusals: { 400: refer('Invalid'), 403: refer('Forbidden') },
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
    return showRow(videos, await videoAsked(viewed), showContext(viewed));
  },
};

const views = [apiRoot, launchEncodeView, dublinCoreView];

/** What is beside the resources and these views, and which version of the service it is. */
export interface Beside {
  routes: readonly OwnRoute<Services>[];
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
  return openApiDocument({ resources, views, routes }, { title, description, version, baseUrl, tags });
}

/** Everything below `/rest`. */
export function restRoutes(engine: Engine<Services>, beside: Beside): Router {
  const router = express.Router();
  const schema: View<Services> = {
    path: addresses.apiDocument,
    name: 'Schema',
    title: apiWords.document,
    get: ({ base }) => apiDocument(beside, base),
  };
  for (const declared of [...views, schema]) router.all(patternOf(declared.path), view(engine, declared));
  router.use(resourceRouter(resources, engine));
  router.use(() => {
    throw new Refusal('not_found');
  });
  router.use(answerErrorPage(engine));
  return router;
}

/** The same where it is the caller's to change. @throws Refusal  403, 404 */
async function ownVideoAsked(viewed: KnownRequest<Services>): Promise<Row> {
  const row = await videoAsked(viewed);
  if (!owns(viewed.caller, row)) throw new Refusal('permission_denied');
  return row;
}

/** @throws Refusal  403, InvalidInput */
function priorityAsked({ request, caller }: KnownRequest<Services>): EncodingPriority {
  const given = parametersOf(request).get('priority');
  if (given === undefined || given === 'normal') return 'normal';
  if (!isStaff(caller)) throw new Refusal(refusals.priority_by_staff);
  const priority = encodingPriorities.find((one) => one === given);
  if (priority !== undefined) return priority;
  throw new InvalidInput({
    priority: [
      { code: 'not_a_choice', values: { value: given } },
      { code: 'choices', values: { choices: encodingPriorities.join(', ') } },
    ],
  });
}

/** The video that `?slug=` names. @throws Refusal  404 */
async function videoAsked({ request, caller, engine }: KnownRequest<Services>): Promise<Row> {
  const slug = parametersOf(request).get('slug');
  const atSlug = slug === undefined ? null : bySlug.find(slug, caller);
  const row =
    atSlug === null
      ? null
      : await engine.storeOf(videos.table).find(videos.columns, [atSlug, ...videos.rights.sees(caller)]);
  if (row !== null) return row;
  throw new Refusal('no_such_object', { values: { model: videos.name.en } });
}
