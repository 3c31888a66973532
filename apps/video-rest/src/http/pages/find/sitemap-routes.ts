import { baseOf, Refusal } from '@campus/rest';
import express, { type RequestHandler, type Router } from 'express';
import { findPublicSlugs, highestVideoId } from '../../../data/found-videos.ts';
import { findOpenPlaces } from '../../../data/places.ts';
import { placeKinds } from '../../../data/within-place.ts';
import { addresses, paths, sitemapPartAddress, videoAddress } from '../../addresses.ts';
import type { FindDeps } from './find-deps.ts';
import { requesterOf } from './found.ts';
import { addressOfPlace } from './places-nav.ts';
import { idsOfPart, placesOfKind, sitemapIndex, sitemapOf } from './sitemap.ts';

/** What search engines read: which addresses there are, and which are not for them. */
export function sitemapRoutes(deps: FindDeps): Router {
  const router = express.Router({ caseSensitive: true });
  router.get(addresses.robots, sendRobots(deps));
  router.get(addresses.sitemap, sendSitemap(deps));
  router.get(addresses.sitemapOfPlaces, sendSitemapOfPlaces(deps));
  router.get('/sitemap-:part.xml', sendSitemapPart(deps));
  return router;
}

function sendRobots({ engine }: FindDeps): RequestHandler {
  return (request, response) => {
    const closed = [paths.accounts, paths.admin, paths.rest].map((path) => `Disallow: ${path}/`);
    const sitemap = `Sitemap: ${baseOf(request, engine)}${addresses.sitemap}`;
    response.type('text/plain').send(['User-agent: *', ...closed, sitemap, ''].join('\n'));
  };
}

function sendSitemap({ engine }: FindDeps): RequestHandler {
  return async (request, response) => {
    const parts = Math.max(1, Math.ceil((await highestVideoId(engine.services.db)) / idsOfPart));
    const base = baseOf(request, engine);
    const addressesOfParts = Array.from(
      { length: parts },
      (_part, index) => `${base}${sitemapPartAddress(index + 1)}`,
    );
    const ofPlaces = `${base}${addresses.sitemapOfPlaces}`;
    response.type('application/xml').send(sitemapIndex([ofPlaces, ...addressesOfParts]));
  };
}

function sendSitemapOfPlaces({ engine, sessions }: FindDeps): RequestHandler {
  return async (request, response) => {
    const requester = requesterOf(sessions, request, response);
    const wanted = { kinds: placeKinds, limit: placesOfKind };
    const found = await findOpenPlaces(engine.services.db, requester, wanted);
    const base = baseOf(request, engine);
    response.type('application/xml').send(sitemapOf(found.map((place) => `${base}${addressOfPlace(place)}`)));
  };
}

function sendSitemapPart({ engine, sessions }: FindDeps): RequestHandler {
  return async (request, response) => {
    const part = /^[1-9]\d{0,4}$/.test(String(request.params.part)) ? Number(request.params.part) : undefined;
    if (part === undefined) throw new Refusal('not_found');
    const ids = { first: (part - 1) * idsOfPart + 1, last: part * idsOfPart };
    const requester = requesterOf(sessions, request, response);
    const slugs = await findPublicSlugs(engine.services.db, requester, ids);
    const base = baseOf(request, engine);
    response.type('application/xml').send(sitemapOf(slugs.map((slug) => `${base}${videoAddress({ slug })}`)));
  };
}
