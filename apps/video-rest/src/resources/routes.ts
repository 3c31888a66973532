import express, { type Router } from 'express';
import { type DublinCoreDefaults, dublinCoreView } from '../dublin-core/dublin-core-view.ts';
import { Refusal } from '../rest/errors.ts';
import type { Engine } from '../rest/exchange.ts';
import { bySlug } from '../rest/lookup.ts';
import { parametersOf } from '../rest/query.ts';
import { resourceIndex, resourceRouter } from '../rest/router.ts';
import { showRow } from '../rest/show.ts';
import { view } from '../rest/view.ts';
import { launchEncoding } from '../videos/launch-encoding.ts';
import { apiDocument } from './api-document.ts';
import { resources } from './resources.ts';
import type { Services } from './services.ts';
import { videos } from './videos.ts';

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
      get: ({ response, base }) => {
        response.json(resourceIndex(resources, base));
      },
    }),
  );
  router.all('/launch_encode_view', launchEncodeView(engine));
  router.all('/dublincore', dublinCoreView(engine, { videos, defaults: dublinCore }));
  router.all(
    '/schema',
    view(engine, {
      name: 'Schema',
      get: ({ response, base }) => {
        response.json(apiDocument({ baseUrl: base, version }));
      },
    }),
  );
  router.use(resourceRouter(resources, engine));
  router.use(() => {
    throw new Refusal('not_found');
  });
  return router;
}

/** `GET /rest/launch_encode_view/?slug=`: acts on a GET, since the contract (§3, §4) and every client say so. */
function launchEncodeView(engine: Engine<Services>) {
  return view(engine, {
    name: 'Launch Encode View',
    acts: true,
    async get({ request, response, caller, language, base }) {
      const slug = parametersOf(request).get('slug');
      const atSlug = slug === undefined ? null : bySlug.find(slug, caller);
      const store = engine.storeOf(videos.table);
      const find = async () => {
        const row =
          atSlug === null ? null : await store.find(videos.columns, [atSlug, ...videos.rights.sees(caller)]);
        if (row !== null) return row;
        throw new Refusal('no_such_object', { values: { model: videos.name.en } });
      };
      await launchEncoding(engine.services, Number((await find()).id));
      const { services, timeZone } = engine;
      response.json(showRow(videos, await find(), { services, language, timeZone, base }));
    },
  });
}
