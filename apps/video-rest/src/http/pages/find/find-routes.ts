import { openVisitsWith } from '@campus/accounts';
import type { Queryable } from '@campus/database';
import * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import { baseOf, Refusal } from '@campus/rest';
import express, { type RequestHandler, type Router } from 'express';
import { XMLBuilder } from 'fast-xml-parser';
import { findOnAir, type LiveBroadcaster } from '../../../data/broadcasters.ts';
import { findPublicSlugs, highestVideoId } from '../../../data/found-videos.ts';
import {
  findAbove,
  findOpenPlaces,
  findThemesIn,
  type NamedPlace,
  type ShownPlace,
} from '../../../data/places.ts';
import { type Place, placeKinds } from '../../../data/within-place.ts';
import { isStaff } from '../../../domain/ownership.ts';
import { textLines } from '../../../dublin-core/plain-text.ts';
import { addresses, liveAddress, paths, sitemapPartAddress, videoAddress } from '../../addresses.ts';
import type { MediaUrls } from '../../media/media-urls.ts';
import { findListButton } from '../my-list/list-button.ts';
import { sendFeed } from './feed.ts';
import {
  addressOfPlace,
  cards,
  type FindDeps,
  type FindVisit,
  feedOf,
  findFor,
  kindsOnFirstPage,
  placeAt,
  placesNav,
  themesNav,
  titleOfPlace,
} from './found.ts';
import { foundWords } from './found-words.ts';
import { headbandUrl, myListRoutes } from './my-list.ts';
import { sendEmbedding } from './oembed.ts';

/** Of each kind as many as people look through. */
const shownOfKind = 60;

/**
 * What strangers find without knowing an address (decision 0025), to be mounted at the root of the service: the newest
 * public videos, those of a type, a channel, a theme, a discipline or a playlist, what is searched for, feeds, the
 * sitemap, and what other sites need to show a video.
 */
export function findRoutes(deps: FindDeps): Router {
  const run = openVisitsWith(deps);
  const router = express.Router({ caseSensitive: true });
  const page = [ui.securityHeaders(), deps.sessions.handle];
  router.get(addresses.publicVideos, forPeople, ...page, run(showFound));
  router.get(addresses.feed, run(sendFeed));
  router.use(sitemapRoutes(deps));
  router.use(addresses.myList, ...page, myListRoutes(deps));
  router.get(addresses.embedding, run(sendEmbedding));
  for (const kind of placeKinds) {
    const show = run((visit) => showFound(visit, kind));
    const send = run((visit) => sendFeed(visit, kind));
    router.get(`/${kind}/:place/`, ...page, show).get(`/${kind}/:place/feed.rss`, send);
  }
  return router;
}

/** Programs that ask for JSON are led to the API as they always were; whoever takes anything may be after a preview. */
const forPeople: RequestHandler = (request, _response, next) =>
  next(request.accepts(['html', 'json']) === 'html' ? undefined : 'router');

async function showFound(visit: FindVisit, kind?: Place): Promise<void> {
  const { engine, sessions, lookups, request, reader, answer } = visit;
  const { language } = reader;
  const { media } = engine.services;
  const place = kind === undefined ? undefined : await placeAt(visit, kind);
  if (place !== undefined && leadsToRightAddress(visit, place)) return;
  const found = await findFor(visit, place);
  const isFirst = found.page === 1 && found.words === '';
  answer(
    foundPage({
      ...found,
      language,
      timeZone: engine.timeZone,
      base: baseOf(request, engine),
      siteName: sessions.site.name[language],
      media,
      place,
      above: place === undefined ? [] : await findAbove(lookups, place),
      onAir: isFirst && place === undefined ? await findOnAirFor(visit) : [],
      places: isFirst ? await findWaysOn(lookups, place) : [],
      button: place?.kind === 'channels' && (await findListButton(visit, { kind: 'channels', id: place.id })),
    }),
  );
}

/** What a first page has room for. */
const shownOnAir = 12;

function findOnAirFor({ lookups, reader: { account } }: FindVisit): Promise<LiveBroadcaster[]> {
  return findOnAir(lookups, { isForStaff: account !== undefined && isStaff(account), limit: shownOnAir });
}

/** From a place what is below it, and from the first page all there is. */
function findWaysOn(db: Queryable, place: ShownPlace | undefined): Promise<NamedPlace[]> {
  if (place !== undefined) return findThemesIn(db, place);
  return findOpenPlaces(db, { kinds: kindsOnFirstPage, limit: shownOfKind });
}

/** A place that was called otherwise keeps its id: the address of another time leads to that of now. */
function leadsToRightAddress({ request, response }: FindVisit, place: ShownPlace): boolean {
  const { pathname, search } = new URL(request.originalUrl, 'http://here.invalid');
  const right = addressOfPlace(place);
  if (pathname === right) return false;
  response.redirect(301, `${right}${search}`);
  return true;
}

/** One page of public videos. */
interface FoundView extends Awaited<ReturnType<typeof findFor>> {
  language: ui.Language;
  timeZone: string;
  /** Public address of the service, and what it is called. */
  base: string;
  siteName: string;
  media: MediaUrls;
  /** Where they are; undefined: anywhere. */
  place: ShownPlace | undefined;
  /** What that is in, the channel first. */
  above: readonly NamedPlace[];
  /** What is live now, on the first page. */
  onAir: readonly LiveBroadcaster[];
  /** What else can be looked into, on the first page; in a place, what is below it. */
  places: readonly NamedPlace[];
  /** Follows a channel. */
  button: Html | false;
}

/** What everybody may watch: the newest, those of a place, or those with some words. */
function foundPage(view: FoundView): ui.Page {
  const { language, base, videos, words, page, hasNext, place, above, onAir, places, button, media } = view;
  const say = foundWords[language];
  const here = place === undefined ? addresses.publicVideos : addressOfPlace(place);
  const title = titleOf(view);
  const description = place === undefined ? [] : textLines(ui.textIn(language, place.description));
  return {
    title,
    ...(place !== undefined && {
      breadcrumbs: [
        { text: say.all, href: addresses.publicVideos },
        ...above.map((one) => ({ text: titleOfPlace(one, language), href: addressOfPlace(one) })),
      ],
    }),
    head: headOf(view, {
      address: `${base}${ui.withQuery(here, { q: words, page: page > 1 ? page : undefined })}`,
      title,
    }),
    styles: ['find.css'],
    scripts: button ? ['my-list.js'] : [],
    main: html`${place?.headband && html`<img class="headband" src="${headbandUrl(place.headband, media)}" alt="">`}
${button}
<form class="row" role="search" method="get" action="${here}">
${ui.textField({ name: 'q', label: say.searchLabel, type: 'search', value: words })}
${ui.submitButton(say.search, { kind: 'plain' })}
</form>
${description.length > 0 && html`<p>${description.map((line, index) => html`${index > 0 && html`<br>`}${line}`)}</p>`}
${place === undefined ? placesNav(places, { language, kinds: ['channels', 'types'], label: say.by }) : themesNav(places, language)}
${onAir.length > 0 && html`<section class="sheet"><h2>${say.onAir}</h2><ul>${onAir.map((one) => html`<li><a href="${liveAddress(one)}">${one.name}</a> · ${one.buildingName}</li>\n`)}</ul></section>`}
${videos.length === 0 ? nothingFound(words, language) : cards(view)}
${ui.pager({ page, hasNext, language, addressOf: (to) => ui.withQuery(here, { q: words, page: to }) })}
${place === undefined && placesNav(places, { language, kinds: ['disciplines', 'playlists'], label: say.byMore })}
<p><a href="${feedOf(place)}">${say.feed}</a></p>`,
  };
}

function titleOf({ language, place, words }: FoundView): string {
  const say = foundWords[language];
  if (words !== '') return say.found(words);
  return place === undefined ? say.newest : titleOfPlace(place, language);
}

function nothingFound(words: string, language: ui.Language): Html {
  const say = foundWords[language];
  if (words === '') return ui.emptyState(say.none, { because: 'new' });
  const next = html`<a href="${addresses.publicVideos}">${say.all}</a>`;
  return ui.emptyState(say.noneFound(words), { because: 'search', next });
}

function headOf(
  { siteName, place }: FoundView,
  { address, title }: { address: string; title: string },
): Html {
  return html`<link rel="canonical" href="${address}">
<link rel="alternate" type="application/rss+xml" href="${feedOf(place)}" title="${title}">
<meta property="og:title" content="${title}">
<meta property="og:type" content="website">
<meta property="og:url" content="${address}">
<meta property="og:site_name" content="${siteName}">`;
}

const builder = new XMLBuilder({ ignoreAttributes: false });
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** So many ids are in one part: fewer addresses than the 50,000 that a part may have, and one quick look at the database. */
const idsOfPart = 4_000;

/** Of each of the five kinds of places, which have one part together. */
const placesOfKind = 9_000;

/** What search engines read: which addresses there are, and which are not for them. */
function sitemapRoutes(deps: FindDeps): Router {
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
