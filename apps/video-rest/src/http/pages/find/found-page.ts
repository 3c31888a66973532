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
import type { FoundVideo } from '../../../data/found-videos.ts';
import type { NamedPlace, OpenPlace } from '../../../data/places.ts';
import { textLines } from '../../../dublin-core/plain-text.ts';
import { addresses, videoAddress } from '../../addresses.ts';
import { type MediaUrls, playbackOf } from '../../media/media-urls.ts';
import { shownLength } from '../watch/shown-length.ts';
import { foundWords } from './found-words.ts';
import { addressOfPlace, feedOf, placesNav, themesNav, titleOfPlace } from './places-nav.ts';

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
  /** What that is in, the channel first. */
  above: readonly NamedPlace[];
  /** What else can be looked into, on the first page; in a place, what is below it. */
  places: readonly NamedPlace[];
}

/** What everybody may watch: the newest, those of a place, or those with some words. */
export function foundPage(view: FoundView): Page {
  const { language, base, videos, words, page, hasNext, place, above, places } = view;
  const say = foundWords[language];
  const here = place === undefined ? addresses.publicVideos : addressOfPlace(place);
  const title = titleOf(view);
  const description = place === undefined ? [] : textLines(textIn(language, place.description));
  return {
    title,
    ...(place !== undefined && {
      breadcrumbs: [
        { text: say.all, href: addresses.publicVideos },
        ...above.map((one) => ({ text: titleOfPlace(one, language), href: addressOfPlace(one) })),
      ],
    }),
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
${place !== undefined && themesNav(places, language)}
${videos.length === 0 ? html`<p>${words === '' ? say.none : say.noneFound(words)}</p>` : cards(view)}
${pager({ page, hasNext, language, addressOf: (to) => withQuery(here, { q: words, page: to }) })}
${place === undefined && placesNav(places, language)}
<p><a href="${feedOf(place)}">${say.feed}</a></p>`,
  };
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
