import { type Html, html, type Language, textIn } from '@campus/pages';
import type { NamedPlace } from '../../../data/places.ts';
import type { Place } from '../../../data/within-place.ts';
import { addresses, placeAddress } from '../../addresses.ts';
import { foundWords } from './found-words.ts';

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
