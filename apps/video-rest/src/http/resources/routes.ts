import { fill } from '@campus/pages';
import {
  answerErrorPage,
  bySlug,
  type Engine,
  type KnownRequest,
  openApiDocument,
  parametersOf,
  Refusal,
  type Row,
  refer,
  resourceIndex,
  resourceRouter,
  root,
  schemaNamed,
  showContext,
  showRow,
  type View,
  view,
} from '@campus/rest';
import express, { type Router } from 'express';
import { launchEncoding } from '../../videos/launch-encoding.ts';
import { addresses, apiVideoAddress } from '../addresses.ts';
import { dublinCoreView } from './dublin-core-view.ts';
import { resources } from './resources.ts';
import type { Services } from './services.ts';
import { videos } from './videos.ts';

const texts = {
  api: { en: 'API', fr: 'API' },
  welcome: {
    en: 'Everything that programs can do here, with what they send and what they are answered.',
    fr: "Tout ce que les programmes peuvent faire ici, avec ce qu'ils envoient et ce qui leur est répondu.",
  },
  document: { en: 'The API as an OpenAPI document', fr: "L'API en document OpenAPI" },
  tryOut: { en: 'All requests, to try out (Swagger UI)', fr: 'Toutes les requêtes, à essayer (Swagger UI)' },
  dublinCore: { en: 'Dublin Core export', fr: 'Export Dublin Core' },
  launch: { en: 'Launch an encoding', fr: 'Lancer un encodage' },
};

const apiRoot: View<Services> = {
  path: addresses.api,
  name: 'Api Root',
  title: texts.api,
  description: texts.welcome,
  links: [
    { text: texts.tryOut, href: addresses.apiReference },
    { text: texts.document, href: addresses.apiDocument },
    { text: texts.dublinCore, href: addresses.dublinCore },
  ],
  operation: {
    operationId: 'root',
    summary: 'The resources with the addresses of their lists',
    responses: {
      200: {
        description: 'resource name to address',
        content: {
          'application/json': {
            schema: { type: 'object', additionalProperties: { type: 'string', format: 'uri' } },
          },
        },
      },
    },
  },
  get: ({ base }) => resourceIndex(resources, base),
};

/** It acts on a GET, since the contract (§3, §4) and every client say so. Whoever comes with a browser is asked first. */
const launchEncodeView: View<Services> = {
  path: addresses.launch,
  name: 'Launch Encode View',
  title: texts.launch,
  operation: {
    operationId: 'launch_encode_view',
    summary: 'Encode a video, again if it was before; nothing happens while it is queued or running',
    parameters: [{ name: 'slug', in: 'query', required: true, schema: { type: 'string' } }],
    responses: {
      200: {
        description: 'the video',
        content: { 'application/json': { schema: schemaNamed(videos.name.en) } },
      },
      403: refer('Forbidden'),
    },
  },
  async asks(viewed) {
    const { title, id } = await videoAsked(viewed);
    return {
      sentence: fill(question, { title: String(title) }, viewed.language),
      back: apiVideoAddress({ id: Number(id) }),
    };
  },
  async get(viewed) {
    await launchEncoding(viewed.engine.services, Number((await videoAsked(viewed)).id));
    return showRow(videos, await videoAsked(viewed), showContext(viewed));
  },
};

const views = [apiRoot, launchEncodeView, dublinCoreView];

/** The OpenAPI document of the whole API: the resources, and the addresses beside them. */
export function apiDocument({ baseUrl, version }: { baseUrl: string | undefined; version: string }) {
  const title = 'Video platform REST API';
  const description =
    'Relations are URLs of objects. Every request carries `Authorization: Token <key>` (or Basic).';
  return openApiDocument({ resources, views }, { title, description, version, baseUrl });
}

/** Everything below `/rest`. */
export function restRoutes(engine: Engine<Services>, version: string): Router {
  const router = express.Router();
  const schema: View<Services> = {
    path: addresses.apiDocument,
    name: 'Schema',
    title: texts.document,
    get: ({ base }) => apiDocument({ baseUrl: base, version }),
  };
  for (const declared of [...views, schema])
    router.all(declared.path.slice(root.length), view(engine, declared));
  router.use(resourceRouter(resources, engine));
  router.use(() => {
    throw new Refusal('not_found');
  });
  router.use(answerErrorPage(engine));
  return router;
}

const question = {
  en: 'The video “{title}” will be encoded, again if it was before. Nothing happens while it is queued or running.',
  fr: "La vidéo «\u00a0{title}\u00a0» sera encodée, à nouveau si elle l'a déjà été. Rien ne se passe tant qu'elle est en attente ou en cours.",
};

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
