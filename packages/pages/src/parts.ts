import { attributes } from './attributes.ts';
import { type Html, type HtmlPart, html } from './html.ts';

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

/** A table; it scrolls by itself where it is wider than the screen. */
export function table({
  caption,
  headings,
  rows,
}: {
  /** Read out as its name; not seen. */
  caption: string;
  headings: readonly HtmlPart[];
  rows: readonly (readonly HtmlPart[])[];
}): Html {
  return html`<div class="wide" role="region" aria-label="${caption}" tabindex="0"><table>
<thead><tr>${headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>\n`)}</tbody>
</table></div>`;
}

/** Names with their values. */
export function facts(pairs: readonly (readonly [name: string, value: HtmlPart])[]): Html {
  return html`<dl class="facts">${pairs.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}

/** Text to copy, with a button where JavaScript is there; both texts of the button are the caller's. */
export function copyable(
  text: string,
  { id, label, done }: { id: string; label: string; done: string },
): Html {
  return html`<div class="copyable"><pre id="${id}" tabindex="0">${text}</pre>
<button${attributes({ type: 'button', class: 'plain', hidden: true, 'data-copy': id, 'data-done': done })}>${label}</button></div>`;
}

/** A part of the page that keeps itself up to date, see `sendLive`. Without JavaScript it stays as it was sent. */
export function live({ source, label }: { source: string; label: string }, content: Html): Html {
  return html`<section${attributes({ 'data-live': source, 'aria-label': label })}>${content}</section>`;
}
