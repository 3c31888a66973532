import { attributes, type Html, html } from '../html.ts';

/**
 * A check box that ticks all those of a name, for the head of their column; seen only where `select-all.js` runs.
 *
 * @param name  that of the check boxes
 * @param options.heading  of the column, read out alone
 * @param options.text  beside the box; short, since it stands above a narrow column
 * @param options.label  the same in full, with the text in it
 */
export function selectAll(
  name: string,
  { heading, text, label }: { heading: string; text: string; label: string },
): Html {
  const box = { type: 'checkbox', id: `select-all-${name}`, 'data-select-all': name, 'aria-label': label };
  return html`<span class="unseen">${heading}</span><label class="select-all" hidden><input${attributes(box)}> <span aria-hidden="true">${text}</span></label>`;
}

/**
 * How many check boxes of a name are ticked, where `select-all.js` runs, which also lets the buttons of its form wait
 * for the first; a screen reader hears of each change.
 *
 * @param label  with `{count}` where the number stands
 */
export function selectedCount(name: string, label: string): Html {
  return html`<span${attributes({ role: 'status', 'data-selected': name, 'data-label': label })}></span>`;
}
