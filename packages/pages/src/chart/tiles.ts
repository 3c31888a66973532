import { attributes, type Html, html } from '../html.ts';
import type { Language } from '../language/language.ts';
import { type Count, countText } from '../list/pager.ts';
import type { Link } from '../page.ts';
import type { Mood } from '../parts.ts';

/** A number that somebody looks at first, and the way to what it counts. */
export interface Tile {
  label: string;
  count: Count;
  /** To what it counts; none where that is nothing. */
  links: readonly Link[];
  /** What it means that it is not zero; absent: nothing. */
  mood?: Mood | undefined;
}

/** Numbers beside each other. The style sheet is `charts.css`. */
export function tiles(
  all: readonly Tile[],
  { label, language }: { label: string; language: Language },
): Html {
  return html`<ul${attributes({ class: 'tiles', 'aria-label': label })}>${all.map((tile) => {
    const mood = tile.count.count > 0 ? tile.mood : undefined;
    return html`<li${attributes({ class: mood === undefined ? 'tile' : `tile ${mood}-tile` })}><span class="tile-label">${tile.label}</span> <strong>${countText(tile.count, language)}</strong>
<span class="tile-links">${tile.links.map(({ text, href }) => html`<a href="${href}">${text}</a> `)}</span></li>`;
  })}</ul>`;
}
