import { attributes, type Html, type HtmlPart, html } from '../html.ts';
import { selectedCount } from './select-all.ts';

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
  {
    id,
    name,
    label,
    selected,
    action,
    csrf,
  }: { id: string; name: string; label: string; selected: string; action: string; csrf: Html },
  buttons: HtmlPart,
  more?: { label: string; buttons: HtmlPart },
): Html {
  const form = { class: 'action-bar', id, method: 'post', action, 'aria-label': label };
  const folded = more && html`<details><summary>${more.label}</summary><div>${more.buttons}</div></details>`;
  return html`<form${attributes(form)}>${csrf}${selectedCount(name, selected)}${buttons}${folded}</form>`;
}
