import { fill } from '@campus/pages';
import {
  answerErrorPage,
  bySlug,
  type Engine,
  type KnownRequest,
  parametersOf,
  Refusal,
  type Row,
  resourceIndex,
  resourceRouter,
  root,
  showContext,
  showRow,
  view,
} from '@campus/rest';
import express, { type Router } from 'express';
import { launchEncoding } from '../../videos/launch-encoding.ts';
import { addresses, apiVideoAddress } from '../addresses.ts';
import { apiDocument } from './api-document.ts';
import { type DublinCoreDefaults, dublinCoreView } from './dublin-core-view.ts';
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

/** Everything below `/rest`. */
export function restRoutes(
  engine: Engine<Services>,
  { dublinCore, version }: { dublinCore: DublinCoreDefaults; version: string },
): Router {
  const router = express.Router();
  router.all(
    '/',
    view(engine, {
      name: 'Api Root',
      title: texts.api,
      description: texts.welcome,
      links: [
        { text: texts.tryOut, href: addresses.apiReference },
        { text: texts.document, href: addresses.apiDocument },
        { text: texts.dublinCore, href: addresses.dublinCore },
      ],
      get: ({ base }) => resourceIndex(resources, base),
    }),
  );
  router.all(addresses.launch.slice(root.length), launchEncodeView(engine));
  router.all('/dublincore', dublinCoreView(engine, { videos, defaults: dublinCore }));
  router.all(
    '/schema',
    view(engine, {
      name: 'Schema',
      title: texts.document,
      get: ({ base }) => apiDocument({ baseUrl: base, version }),
    }),
  );
  router.use(resourceRouter(resources, engine));
  router.use(() => {
    throw new Refusal('not_found');
  });
  router.use(answerErrorPage(engine));
  return router;
}

/**
 * `GET /rest/launch_encode_view/?slug=`: acts on a GET, since the contract (§3, §4) and every client say so. Whoever
 * comes with a browser is asked first.
 */
function launchEncodeView(engine: Engine<Services>) {
  return view(engine, {
    name: 'Launch Encode View',
    title: texts.launch,
    async asks(viewed) {
      const { title, id } = await videoAsked(viewed);
      return {
        sentence: fill(question, { title: String(title) }, viewed.language),
        back: apiVideoAddress({ id: Number(id) }),
      };
    },
    async get(viewed) {
      await launchEncoding(engine.services, Number((await videoAsked(viewed)).id));
      return showRow(videos, await videoAsked(viewed), showContext(viewed));
    },
  });
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
