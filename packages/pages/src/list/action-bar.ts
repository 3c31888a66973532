import { attributes, type Html, type HtmlPart, html } from '../html.ts';

/**
 * What can be done with the rows that are ticked; it stays in sight while the list goes by. It stands behind the list,
 * and is the form of its check boxes, which name it (`form`) and may be sent anew by themselves. With `select-all.js`
 * it tells how many are ticked, and does nothing with none.
 *
 * @param options.name      that of the check boxes
 * @param options.selected  what is said of how many there are: `{count} selected`
 * @param options.action    where it is posted; buttons may lead elsewhere (`formAction`)
 * @param buttons           all of them, or the first; `more` are folded on a phone, where they would cover the list
 */
export function actionBar(
  options: { id: string; name: string; label: string; selected: string; action: string; csrf: Html },
  buttons: HtmlPart,
  more?: { label: string; buttons: HtmlPart },
): Html {
  const { id, name, label, selected, action, csrf } = options;
  const form = { class: 'action-bar', id, method: 'post', action, 'aria-label': label, 'data-waits': true };
  const folded = more && html`<details><summary>${more.label}</summary><div>${more.buttons}</div></details>`;
  return html`<form${attributes(form)}>${csrf}${selectedCount(name, selected)}${buttons}${folded}</form>`;
}

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
