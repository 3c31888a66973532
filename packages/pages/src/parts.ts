import { attributes, type Html, type HtmlPart, html } from './html.ts';
import type { Pair } from './language/in-each-language.ts';
import type { Language } from './language/language.ts';
import { isSortHeading, type SortHeading, sortLink } from './list/sort-heading.ts';
import type { Link } from './page.ts';
import { pageWords } from './page-words.ts';

/** What a notice or a badge is about: neutral, well, to be looked at, gone wrong. */
export type Mood = 'info' | 'good' | 'warning' | 'bad';

/** A message of its own, above what it is about. Trouble is read out at once. */
export function notice(mood: Mood, content: HtmlPart): Html {
  const role = mood === 'bad' || mood === 'warning' ? 'alert' : 'status';
  return html`<div${attributes({ class: `notice ${mood}`, role })}>${content}</div>`;
}

/** A word of state, such as `failed`. Its colour adds to the word and says nothing alone. */
export function badge(mood: Mood, text: string): Html {
  return html`<span${attributes({ class: `badge ${mood}` })}>${text}</span>`;
}

/**
 * In place of a list without rows: a drawing, what it means, and what can be done next.
 *
 * @param options.because  `new`: nothing was ever in it; `search`: nothing fits; `done`: nothing is left to do
 */
export function emptyState(
  text: HtmlPart,
  { because, next }: { because: 'new' | 'search' | 'done'; next?: HtmlPart },
): Html {
  return html`<div class="empty"><span class="icon drawing-${because}" aria-hidden="true"></span><p>${text}</p>${next}</div>`;
}

/** A table; it scrolls by itself where it is wider than the screen, and is a list of cards on a phone. */
export function table(options: {
  /** Read out as its name; not seen. */
  caption: string;
  headings: readonly (HtmlPart | SortHeading)[];
  rows: readonly (readonly HtmlPart[])[];
}): Html {
  const { caption, headings, rows } = options;
  // The roles say again what the tags do: on a phone the style sheet shows rows as cards, and browsers would forget.
  return html`<div class="wide" role="region" aria-label="${caption}" tabindex="0"><table role="table" aria-label="${caption}">
<thead role="rowgroup"><tr role="row">${headings.map(headingCell)}</tr></thead>
<tbody role="rowgroup">${rows.map(
    (row) =>
      html`<tr role="row">${row.map((cell, column) => {
        return html`<td${attributes({ role: 'cell', 'data-label': labelOf(headings[column]) })}>${cell}</td>`;
      })}</tr>\n`,
  )}</tbody>
</table></div>`;
}

function headingCell(heading: HtmlPart | SortHeading): Html {
  const isSort = isSortHeading(heading);
  const role = { role: 'columnheader', scope: 'col', 'aria-sort': isSort ? heading.order : undefined };
  return html`<th${attributes(role)}>${isSort ? sortLink(heading) : heading}</th>`;
}

/** What stands before a cell on a phone; a heading that is markup stands nowhere else. */
function labelOf(heading: HtmlPart | SortHeading): string | undefined {
  if (isSortHeading(heading)) return heading.text;
  return typeof heading === 'string' ? heading : undefined;
}

/** Names with their values; `false` stands for one that is left out. */
export function facts(pairs: readonly (readonly [name: HtmlPart, value: HtmlPart] | false)[]): Html {
  return html`<dl class="facts">${pairs.map((pair) => pair && html`<dt>${pair[0]}</dt><dd>${pair[1]}</dd>`)}</dl>`;
}

/**
 * A part of the page that keeps itself up to date, see `LiveParts`. Without JavaScript it stays as it was sent.
 *
 * @param options.loadsAnew  whether the whole page is loaded again when the part is over: more of it has changed then
 */
export function live(
  options: { source: string; label: string; language: Language; loadsAnew?: boolean },
  content: Html,
): Html {
  const { source, label, language, loadsAnew } = options;
  const shown = {
    'data-live': source,
    'data-loads-anew': loadsAnew,
    'data-stale': pageWords[language].stale,
    'aria-label': label,
  };
  return html`<section${attributes(shown)}>${content}</section>`;
}

/**
 * A link that looks like a button: where it leads, something can be done.
 *
 * @param options.label  what it says where the text alone does not tell, such as in the rows of a table
 */
export function buttonLink(
  { text, href }: Link,
  options: {
    kind?: 'primary' | 'plain' | 'danger';
    id?: string | undefined;
    label?: string | undefined;
  } = {},
): Html {
  const { kind = 'primary', id, label } = options;
  return html`<a${attributes({ class: `button ${kind}`, id, href, 'aria-label': label })}>${text}</a>`;
}

/**
 * Text to copy, with a button where JavaScript is there (`copy.js`).
 *
 * @param options.label  of the button, where a page has several
 */
export function copyable(
  text: string,
  { id, language, label }: { id: string; language: Language; label?: string | undefined },
): Html {
  const say = pageWords[language];
  const button = { type: 'button', class: 'plain', hidden: true, 'data-copy': id, 'data-done': say.copied };
  return html`<div class="copyable"><pre id="${id}" tabindex="0">${text}</pre>
<button${attributes(button)}>${label ?? say.copy}</button></div>`;
}

/** What a page says of something that has just been done. */
export interface OutcomeText {
  mood: Mood;
  text: string;
}

/** The same among words in each language. */
export function outcome(mood: Mood, [en, fr]: Pair): Pair<OutcomeText> {
  return [
    { mood, text: en },
    { mood, text: fr },
  ];
}

/**
 * What has just been done, above the page that it led to by `?done=`; undefined when nothing was.
 *
 * @param done      from the query of the page
 * @param outcomes  by what `done` may be
 */
export function outcomeNotice(
  done: unknown,
  outcomes: Readonly<Record<string, OutcomeText>>,
): Html | undefined {
  const outcome = typeof done === 'string' && Object.hasOwn(outcomes, done) ? outcomes[done] : undefined;
  return outcome && notice(outcome.mood, outcome.text);
}
