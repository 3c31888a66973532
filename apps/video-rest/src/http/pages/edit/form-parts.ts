/** What the forms of several sections have. */
import { attributes, type Choice, type FieldOptions, type Html, type HtmlPart, html } from '@campus/pages';
import { choicesOf, type KnownRequest } from '@campus/rest';
import type { Services } from '../../resources/services.ts';

/** More than people look through: what is chosen beyond stays chosen. */
const maxChoices = 500;

/** All objects that a relation of many may hold, the chosen ones among them. */
export async function allChoices(
  target: Parameters<typeof choicesOf>[0],
  chosen: readonly string[],
  known: KnownRequest<Services>,
): Promise<Choice[]> {
  const picker = await choicesOf(target, { words: '', chosen: '', limit: maxChoices }, known);
  const choices = [...(picker?.choices ?? [])];
  const missing = chosen.filter((address) => !choices.some(({ value }) => value === address));
  return [...choices, ...missing.map((address) => ({ value: address, label: address }))];
}

/** Several of some choices: a box for each, in a frame that scrolls where they are many. */
export function checkList(
  options: Pick<FieldOptions, 'name' | 'help' | 'errors'> & {
    label: HtmlPart;
    choices: readonly Choice[];
    chosen: readonly string[];
    /** In place of boxes, where there is nothing to choose. */
    none: string;
  },
): Html {
  const { name, label, help, errors = [], choices, chosen, none } = options;
  const boxes = choices.map(({ value, label: text }, place) => {
    const id = `field-${name}-${place}`;
    const box = { type: 'checkbox', id, name, value, checked: chosen.includes(value) };
    return html`<div class="beside"><input${attributes(box)}><label for="${id}">${text}</label></div>`;
  });
  return html`<fieldset class="check-list"><legend>${label}</legend>
${help !== undefined && html`<p class="help">${help}</p>`}
${boxes.length === 0 ? html`<p class="quiet">${none}</p>` : html`<div class="boxes">${boxes}</div>`}
${errors.length > 0 && html`<ul class="errors">${errors.map((error) => html`<li>${error}</li>`)}</ul>`}
</fieldset>`;
}
