import * as ui from '@campus/pages';
import { attributes, type Html, html } from '@campus/pages/html';
import { idOf, Refusal } from '@campus/rest';
import { type FoundVideo, findPublicVideos } from '../../../data/found-videos.ts';
import { findPlacesAt, type NamedPlace, type ShownPlace } from '../../../data/places.ts';
import type { Place } from '../../../data/within-place.ts';
import { shownLength } from '../../../videos/time-in-video.ts';
import { addresses, placeAddress, videoAddress } from '../../addresses.ts';
import { type MediaUrls, playbackOf } from '../../media/media-urls.ts';
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
export async function findFor(visit: FindVisit, place: ShownPlace | undefined) {
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
export async function placeAt(visit: FindVisit, kind: Place): Promise<ShownPlace> {
  const { lookups, request } = visit;
  const id = idOf(/^\d*/.exec(String(request.params.place))?.[0] ?? '');
  const [place] = id ? await findPlacesAt(lookups, { kind, ids: [id] }) : [];
  if (!place) throw new Refusal('not_found');
  return place;
}

/** The title in the reader's language, or in the other where there is none. */
export function titleOfPlace({ titles }: NamedPlace, language: ui.Language): string {
  return ui.textIn(language, titles);
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

/** So many of a kind are seen at once; the others are folded away. */
const seenOfKind = 6;

/** What can be looked into, by kind. */
export function placesNav(
  places: readonly NamedPlace[],
  { language, kinds, label }: { language: ui.Language; kinds: readonly Place[]; label: string },
): Html | false {
  const say = foundWords[language];
  const parts = kinds.flatMap((kind) => {
    const some = places.filter((place) => place.kind === kind);
    const others = some.slice(seenOfKind);
    if (some.length === 0) return [];
    return html`<section><h2>${say.places[kind]}</h2>${linksTo(some.slice(0, seenOfKind), language)}
${others.length > 0 && html`<details><summary>${say.others(others.length)}</summary>${linksTo(others, language)}</details>`}</section>`;
  });
  return parts.length > 0 && html`<nav class="places" aria-label="${label}">${parts}</nav>`;
}

/** The themes right below a place. */
export function themesNav(themes: readonly NamedPlace[], language: ui.Language): Html | false {
  const say = foundWords[language].places;
  return (
    themes.length > 0 &&
    html`<nav class="themes" aria-label="${say.themes}">${linksTo(themes, language)}</nav>`
  );
}

function linksTo(places: readonly NamedPlace[], language: ui.Language): Html {
  return html`<ul>${places.map(
    (place) => html`<li><a href="${addressOfPlace(place)}">${titleOfPlace(place, language)}</a></li>\n`,
  )}</ul>`;
}

/** Videos as their pictures. @param view.below  what stands below each */
export function cards(view: {
  videos: readonly FoundVideo[];
  media: MediaUrls;
  language: ui.Language;
  timeZone: string;
  below?: (video: FoundVideo) => Html;
}): Html {
  const { videos, media, language, timeZone, below } = view;
  return html`<ul class="found">${videos.map((video) => {
    const { poster } = playbackOf(video, media, '');
    return html`<li><a${attributes({ href: videoAddress(video), id: below && `videos-${video.id}` })}><span class="picture">
${poster !== null && html`<img src="${poster}" alt="" loading="lazy" width="320" height="180">`}<span class="length">${shownLength(video.durationSeconds)}</span></span>
<span class="title">${video.title}</span></a>
<span class="help">${video.ownerName !== '' && html`${video.ownerName} · `}${ui.day(ui.dayIn(video.dateAdded, timeZone), language)}</span>${below?.(video)}</li>\n`;
  })}</ul>`;
}
