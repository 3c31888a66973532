import {
  day,
  dayIn,
  type Html,
  html,
  type Language,
  type Page,
  pager,
  submitButton,
  textField,
  textIn,
  withQuery,
} from '@campus/pages';
import type { FoundVideo, Place } from '../../../data/found-videos.ts';
import type { OpenPlace } from '../../../data/places.ts';
import { textLines } from '../../../dublin-core/plain-text.ts';
import { addresses, placeAddress, videoAddress } from '../../addresses.ts';
import { type MediaUrls, playbackOf } from '../../media/media-urls.ts';
import { shownLength } from '../watch/shown-length.ts';
import { foundWords } from './found-words.ts';

/** One page of public videos. */
interface FoundView {
  language: Language;
  timeZone: string;
  /** Public address of the service, and what it is called. */
  base: string;
  siteName: string;
  media: MediaUrls;
  videos: readonly FoundVideo[];
  words: string;
  page: number;
  hasNext: boolean;
  /** Where they are; undefined: anywhere. */
  place: OpenPlace | undefined;
  /** What else can be looked into, on the first page. */
  places: readonly OpenPlace[];
}

/** What everybody may watch: the newest, those of a place, or those with some words. */
export function foundPage(view: FoundView): Page {
  const { language, base, videos, words, page, hasNext, place, places } = view;
  const say = foundWords[language];
  const here = place === undefined ? addresses.publicVideos : addressOfPlace(place);
  const title = titleOf(view);
  const description = place === undefined ? [] : textLines(textIn(language, place.description));
  return {
    title,
    ...(place !== undefined && { breadcrumbs: [{ text: say.all, href: addresses.publicVideos }] }),
    head: headOf(view, {
      address: `${base}${withQuery(here, { q: words, page: page > 1 ? page : undefined })}`,
      title,
    }),
    styles: ['find.css'],
    main: html`<form class="row" role="search" method="get" action="${here}">
${textField({ name: 'q', label: say.searchLabel, type: 'search', value: words })}
${submitButton(say.search, { kind: 'plain' })}
</form>
${description.length > 0 && html`<p>${description.map((line, index) => html`${index > 0 && html`<br>`}${line}`)}</p>`}
${videos.length === 0 ? html`<p>${words === '' ? say.none : say.noneFound(words)}</p>` : cards(view)}
${pager({ page, hasNext, language, addressOf: (to) => withQuery(here, { q: words, page: to }) })}
${places.length > 0 && placesNav(places, language)}
<p><a href="${feedOf(place)}">${say.feed}</a></p>`,
  };
}

/** The title in the reader's language, or in the other where there is none. */
export function titleOfPlace({ titles }: OpenPlace, language: Language): string {
  return textIn(language, titles);
}

export function addressOfPlace(place: OpenPlace): string {
  // One address in every language.
  return placeAddress({ ...place, title: titleOfPlace(place, 'en') });
}

/** The feed of what a page shows. */
export function feedOf(place: OpenPlace | undefined): string {
  return place === undefined ? addresses.feed : `${addressOfPlace(place)}feed.rss`;
}

function titleOf({ language, place, words }: FoundView): string {
  const say = foundWords[language];
  if (words !== '') return say.found(words);
  return place === undefined ? say.newest : titleOfPlace(place, language);
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

function cards({ videos, media, language, timeZone }: FoundView): Html {
  return html`<ul class="found">${videos.map((video) => {
    const { poster } = playbackOf(video, media, '');
    return html`<li><a href="${videoAddress(video)}"><span class="picture">
${poster !== null && html`<img src="${poster}" alt="" loading="lazy" width="320" height="180">`}<span class="length">${shownLength(video.durationSeconds)}</span></span>
<span class="title">${video.title}</span></a>
<span class="help">${video.ownerName !== '' && html`${video.ownerName} · `}${day(dayIn(video.dateAdded, timeZone), language)}</span></li>\n`;
  })}</ul>`;
}

const order: readonly Place[] = ['channels', 'types', 'disciplines', 'playlists'];

function placesNav(places: readonly OpenPlace[], language: Language): Html {
  const say = foundWords[language];
  return html`<nav class="places" aria-label="${say.by}">${order.map((kind) => {
    const some = places.filter((place) => place.kind === kind);
    return (
      some.length > 0 &&
      html`<section><h2>${say.places[kind]}</h2><ul>${some.map(
        (place) => html`<li><a href="${addressOfPlace(place)}">${titleOfPlace(place, language)}</a></li>\n`,
      )}</ul></section>`
    );
  })}</nav>`;
}
