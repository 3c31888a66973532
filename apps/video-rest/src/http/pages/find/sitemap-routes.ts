import { openVisitsWith } from '@campus/accounts';
import { baseOf, Refusal } from '@campus/rest';
import express, { type Router } from 'express';
import { XMLBuilder } from 'fast-xml-parser';
import { findPublicSlugs, highestVideoId } from '../../../data/found-videos.ts';
import { findOpenPlaces } from '../../../data/places.ts';
import { placeKinds } from '../../../data/within-place.ts';
import { addresses, paths, sitemapPartAddress, videoAddress } from '../../addresses.ts';
import type { FindDeps, FindVisit } from './found.ts';
import { addressOfPlace } from './places-nav.ts';

const builder = new XMLBuilder({ ignoreAttributes: false });
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** So many ids are in one part: fewer addresses than the 50,000 that a part may have, and one quick look at the database. */
const idsOfPart = 4_000;

/** Of each of the five kinds of places, which have one part together. */
const placesOfKind = 9_000;

/** What search engines read: which addresses there are, and which are not for them. */
export function sitemapRoutes(deps: FindDeps): Router {
  const run = openVisitsWith(deps);
  const router = express.Router({ caseSensitive: true });
  router.get(addresses.robots, run(sendRobots));
  router.get(addresses.sitemap, run(sendSitemap));
  router.get(addresses.sitemapOfPlaces, run(sendSitemapOfPlaces));
  router.get('/sitemap-:part.xml', run(sendSitemapPart));
  return router;
}

function sendRobots({ engine, request, response }: FindVisit): void {
  const closed = [paths.accounts, paths.admin, paths.rest].map((path) => `Disallow: ${path}/`);
  const sitemap = `Sitemap: ${baseOf(request, engine)}${addresses.sitemap}`;
  response.type('text/plain').send(['User-agent: *', ...closed, sitemap, ''].join('\n'));
}

async function sendSitemap({ engine, request, response }: FindVisit): Promise<void> {
  const parts = Math.max(1, Math.ceil((await highestVideoId(engine.services.db.pool)) / idsOfPart));
  const base = baseOf(request, engine);
  const addressesOfParts = Array.from(
    { length: parts },
    (_part, index) => `${base}${sitemapPartAddress(index + 1)}`,
  );
  const ofPlaces = `${base}${addresses.sitemapOfPlaces}`;
  response.type('application/xml').send(sitemapIndex([ofPlaces, ...addressesOfParts]));
}

async function sendSitemapOfPlaces(visit: FindVisit): Promise<void> {
  const { engine, lookups, request, response } = visit;
  const wanted = { kinds: placeKinds, limit: placesOfKind };
  const found = await findOpenPlaces(lookups, wanted);
  const base = baseOf(request, engine);
  response.type('application/xml').send(sitemapOf(found.map((place) => `${base}${addressOfPlace(place)}`)));
}

async function sendSitemapPart(visit: FindVisit): Promise<void> {
  const { engine, lookups, request, response } = visit;
  const part = /^[1-9]\d{0,4}$/.test(String(request.params.part)) ? Number(request.params.part) : undefined;
  if (part === undefined) throw new Refusal('not_found');
  const ids = { first: (part - 1) * idsOfPart + 1, last: part * idsOfPart };
  const slugs = await findPublicSlugs(lookups, ids);
  const base = baseOf(request, engine);
  response.type('application/xml').send(sitemapOf(slugs.map((slug) => `${base}${videoAddress({ slug })}`)));
}

/** The index of the parts. @see https://www.sitemaps.org/protocol.html */
function sitemapIndex(parts: readonly string[]): string {
  return documentOf('sitemapindex', { sitemap: parts.map((loc) => ({ loc })) });
}

/** One part: absolute addresses of pages. */
function sitemapOf(pages: readonly string[]): string {
  return documentOf('urlset', { url: pages.map((loc) => ({ loc })) });
}

function documentOf(root: string, content: object): string {
  return builder.build({
    '?xml': { '@_version': '1.0', '@_encoding': 'UTF-8' },
    [root]: { '@_xmlns': namespace, ...content },
  });
}
