import { securityHeaders, textIn } from '@campus/pages';
import { baseOf, Refusal } from '@campus/rest';
import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { findPublicSlugs, highestVideoId, type Place } from '../../../data/found-videos.ts';
import { findOpenPlaces, type OpenPlace } from '../../../data/places.ts';
import { findWatchedVideo } from '../../../data/watched-videos.ts';
import { isPublic } from '../../../videos/who-may-watch.ts';
import { addresses, paths, sitemapPartAddress, videoAddress } from '../../addresses.ts';
import { refusals } from '../../refusals.ts';
import { queryText } from '../lists/list-query.ts';
import { rssOf } from './feed.ts';
import type { FindDeps } from './find-deps.ts';
import { findFor, placeAt, requesterOf } from './found.ts';
import { addressOfPlace, feedOf, foundPage, titleOfPlace } from './found-page.ts';
import { foundWords } from './found-words.ts';
import { embeddingAsXml, embeddingOf } from './oembed.ts';
import { idsOfPart, sitemapIndex, sitemapOf } from './sitemap.ts';
import { findThumbnail } from './thumbnail.ts';

const places: readonly Place[] = ['types', 'channels', 'disciplines', 'playlists'];

/**
 * What strangers find without knowing an address (decision 0025), to be mounted at the root of the service: the newest
 * public videos, those of a type, a channel, a discipline or a playlist, what is searched for, feeds, the sitemap, and
 * what other sites need to show a video.
 */
export function findRoutes(deps: FindDeps): Router {
  const router = express.Router({ caseSensitive: true });
  const page = [securityHeaders(), deps.sessions.handle];
  router.get(addresses.publicVideos, forPeople, ...page, showFound(deps));
  router.get(addresses.feed, sendFeed(deps));
  router.get(addresses.robots, sendRobots(deps));
  router.get(addresses.sitemap, sendSitemap(deps));
  router.get('/sitemap-:part.xml', sendSitemapPart(deps));
  router.get(addresses.embedding, sendEmbedding(deps));
  for (const kind of places) {
    router.get(`/${kind}/:place/`, ...page, showFound(deps, kind));
    router.get(`/${kind}/:place/feed.rss`, sendFeed(deps, kind));
  }
  return router;
}

/** Programs that ask for JSON are led to the API as they always were; whoever takes anything may be after a preview. */
const forPeople: RequestHandler = (request, _response, next) =>
  next(request.accepts(['html', 'json']) === 'html' ? undefined : 'router');

function showFound(deps: FindDeps, kind?: Place): RequestHandler {
  const { engine, sessions } = deps;
  const { db, media } = engine.services;
  return async (request, response) => {
    const place = kind === undefined ? undefined : await placeAt(deps, request, response, kind);
    if (place !== undefined && leadsToRightAddress(request, response, place)) return;
    const found = await findFor(deps, request, response, place);
    const isFirst = place === undefined && found.page === 1 && found.words === '';
    const language = sessions.languageOf(request);
    const view = {
      ...found,
      language,
      timeZone: engine.timeZone,
      base: baseOf(request, engine),
      siteName: sessions.site.name[language],
      media,
      place,
      places: isFirst ? await findOpenPlaces(db, requesterOf(sessions, request, response)) : [],
    };
    sessions.sendPage(request, response, foundPage(view));
  };
}

/** A place that was called otherwise keeps its id: the address of another time leads to that of now. */
function leadsToRightAddress(request: Request, response: Response, place: OpenPlace): boolean {
  const { pathname, search } = new URL(request.originalUrl, 'http://here.invalid');
  const right = addressOfPlace(place);
  if (pathname === right) return false;
  response.redirect(301, `${right}${search}`);
  return true;
}

function sendFeed(deps: FindDeps, kind?: Place): RequestHandler {
  const { engine, sessions } = deps;
  return async (request, response) => {
    const place = kind === undefined ? undefined : await placeAt(deps, request, response, kind);
    const { videos } = await findFor(deps, request, response, place);
    const language = sessions.languageOf(request);
    const name = sessions.site.name[language];
    const base = baseOf(request, engine);
    const feed = {
      title: place === undefined ? name : `${titleOfPlace(place, language)} · ${name}`,
      description: (place && textIn(language, place.description)) || foundWords[language].newest,
      page: `${base}${place === undefined ? addresses.publicVideos : addressOfPlace(place)}`,
      self: `${base}${feedOf(place)}`,
      base,
      media: engine.services.media,
    };
    response.set('Vary', 'Accept-Language');
    response.type('application/rss+xml').send(rssOf(videos, feed));
  };
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
    response.type('application/xml').send(sitemapIndex(addressesOfParts));
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

/** @see https://oembed.com, §2.3.4 for the statuses */
function sendEmbedding({ engine, sessions }: FindDeps): RequestHandler {
  return async (request, response) => {
    const format = queryText(request, 'format') || 'json';
    if (format !== 'json' && format !== 'xml') throw new Refusal(refusals.no_such_embedding);
    const base = baseOf(request, engine);
    const slug = slugIn(queryText(request, 'url'), base);
    const video =
      slug === undefined ? undefined : await findWatchedVideo(engine.services.db, { slug, id: null });
    if (video === undefined || !isPublic(video)) throw new Refusal(refusals.nothing_to_embed);
    const most = { width: lengthIn(request, 'maxwidth'), height: lengthIn(request, 'maxheight') };
    const name = sessions.site.name[sessions.languageOf(request)];
    const thumbnail = await findThumbnail(engine.services, video, { most, base });
    const embedding = embeddingOf(video, { most, thumbnail, site: { name, base } });
    // Whoever shows it asks from a page of another site.
    response.set({ 'Access-Control-Allow-Origin': '*', Vary: 'Accept-Language' });
    if (format === 'json') response.json(embedding);
    else response.type('text/xml').send(embeddingAsXml(embedding));
  };
}

/** Of the page of a video of ours. */
function slugIn(address: string, base: string): string | undefined {
  const url = URL.parse(address);
  // A page may be known by http and https, which lead to one another.
  if (url === null || url.host !== new URL(base).host) return undefined;
  return /^\/video\/([\w-]+)\/?$/.exec(url.pathname)?.[1];
}

function lengthIn(request: Request, name: string): number | undefined {
  const length = Number.parseInt(queryText(request, name), 10);
  return length >= 1 ? length : undefined;
}
