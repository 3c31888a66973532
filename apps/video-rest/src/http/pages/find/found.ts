import { type Html, html, type Language, textIn } from '@campus/pages';
import { idOf, Refusal } from '@campus/rest';
import { findPublicVideos } from '../../../data/found-videos.ts';
import { findOpenPlace, type NamedPlace, type OpenPlace } from '../../../data/places.ts';
import type { Place } from '../../../data/within-place.ts';
import { addresses, placeAddress } from '../../addresses.ts';
import { pageAsked, queryText } from '../lists/searched-list.ts';
import type { OpenVisit } from '../sign-in/open-sessions.ts';
import type { WatchDeps } from '../watch/opened-video.ts';
import { foundWords } from './found-words.ts';

/** What the pages for everybody work with. */
export type FindDeps = Pick<WatchDeps, 'engine' | 'sessions'>;

/** Anybody before one of them. */
export type FindVisit = FindDeps & OpenVisit;

const pageSize = 24;
/** Beyond it nobody looks through, and each page costs the database all before it. */
const maxPage = 200;

/** What was found for a request: one page of it. */
export async function findFor(visit: FindVisit, place: OpenPlace | undefined) {
  const { lookups, request } = visit;
  const words = queryText(request, 'q').slice(0, 200);
  const page = Math.min(pageAsked(request), maxPage);
  const asked = { words, place, offset: (page - 1) * pageSize, limit: pageSize + 1 };
  const videos = await findPublicVideos(lookups, asked);
  return {
    words,
    page,
    videos: videos.slice(0, pageSize),
    hasNext: videos.length > pageSize && page < maxPage,
  };
}

/** The place that an address names by the id it begins with. @throws Refusal  404 */
export async function placeAt(visit: FindVisit, kind: Place): Promise<OpenPlace> {
  const { lookups, request } = visit;
  const id = idOf(/^\d*/.exec(String(request.params.place))?.[0] ?? '');
  const place = id && (await findOpenPlace(lookups, { kind, id }));
  if (!place) throw new Refusal('not_found');
  return place;
}

/** The title in the reader's language, or in the other where there is none. */
export function titleOfPlace({ titles }: NamedPlace, language: Language): string {
  return textIn(language, titles);
}

export function addressOfPlace(place: NamedPlace): string {
  // One address in every language.
  return placeAddress({ ...place, title: titleOfPlace(place, 'en') });
}

/** The feed of what a page shows. */
export function feedOf(place: NamedPlace | undefined): string {
  return place === undefined ? addresses.feed : `${addressOfPlace(place)}feed.rss`;
}

/** What the first page leads to, in this order; themes are found in their channels. */
export const kindsOnFirstPage: readonly Place[] = ['channels', 'types', 'disciplines', 'playlists'];

/** What can be looked into, by kind. */
export function placesNav(places: readonly NamedPlace[], language: Language): Html | false {
  const say = foundWords[language];
  return (
    places.length > 0 &&
    html`<nav class="places" aria-label="${say.by}">${kindsOnFirstPage.map((kind) => {
      const some = places.filter((place) => place.kind === kind);
      return (
        some.length > 0 && html`<section><h2>${say.places[kind]}</h2>${linksTo(some, language)}</section>`
      );
    })}</nav>`
  );
}

/** The themes right below a place. */
export function themesNav(themes: readonly NamedPlace[], language: Language): Html | false {
  const say = foundWords[language].places;
  return (
    themes.length > 0 &&
    html`<nav class="themes" aria-label="${say.themes}">${linksTo(themes, language)}</nav>`
  );
}

function linksTo(places: readonly NamedPlace[], language: Language): Html {
  return html`<ul>${places.map(
    (place) => html`<li><a href="${addressOfPlace(place)}">${titleOfPlace(place, language)}</a></li>\n`,
  )}</ul>`;
}
