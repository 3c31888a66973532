import type { Requester } from '@campus/database';
import { securityHeaders, textIn } from '@campus/pages';
import { baseOf, Refusal } from '@campus/rest';
import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import type { Database } from '../../../data/open-database.ts';
import {
  findAbove,
  findOpenPlaces,
  findThemesIn,
  type NamedPlace,
  type OpenPlace,
} from '../../../data/places.ts';
import { findWatchedVideo } from '../../../data/watched-videos.ts';
import { type Place, placeKinds } from '../../../data/within-place.ts';
import { isPublic } from '../../../domain/who-may-watch.ts';
import { addresses } from '../../addresses.ts';
import { refusals } from '../../refusals.ts';
import { queryText } from '../lists/list-query.ts';
import { rssOf } from './feed.ts';
import type { FindDeps } from './find-deps.ts';
import { findFor, placeAt, requesterOf } from './found.ts';
import { foundPage } from './found-page.ts';
import { foundWords } from './found-words.ts';
import { embeddingAsXml, embeddingOf } from './oembed.ts';
import { addressOfPlace, feedOf, kindsOnFirstPage, titleOfPlace } from './places-nav.ts';
import { sitemapRoutes } from './sitemap-routes.ts';
import { findThumbnail } from './thumbnail.ts';

/** Of each kind as many as people look through. */
const shownOfKind = 60;

/**
 * What strangers find without knowing an address (decision 0025), to be mounted at the root of the service: the newest
 * public videos, those of a type, a channel, a theme, a discipline or a playlist, what is searched for, feeds, the
 * sitemap, and what other sites need to show a video.
 */
export function findRoutes(deps: FindDeps): Router {
  const router = express.Router({ caseSensitive: true });
  const page = [securityHeaders(), deps.sessions.handle];
  router.get(addresses.publicVideos, forPeople, ...page, showFound(deps));
  router.get(addresses.feed, sendFeed(deps));
  router.use(sitemapRoutes(deps));
  router.get(addresses.embedding, sendEmbedding(deps));
  for (const kind of placeKinds) {
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
    const requester = requesterOf(sessions, request, response);
    const isFirst = found.page === 1 && found.words === '';
    const language = sessions.languageOf(request);
    const view = {
      ...found,
      language,
      timeZone: engine.timeZone,
      base: baseOf(request, engine),
      siteName: sessions.site.name[language],
      media,
      place,
      above: place === undefined ? [] : await findAbove(db, requester, place),
      places: isFirst ? await findWaysOn(db, requester, place) : [],
    };
    sessions.sendPage(request, response, foundPage(view));
  };
}

/** From a place what is below it, and from the first page all there is. */
function findWaysOn(db: Database, requester: Requester, place: OpenPlace | undefined): Promise<NamedPlace[]> {
  if (place !== undefined) return findThemesIn(db, requester, place);
  return findOpenPlaces(db, requester, { kinds: kindsOnFirstPage, limit: shownOfKind });
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
