/** What several forms about videos have. */

import * as ui from '@campus/pages';
import { attributes, type Html, type HtmlPart, html } from '@campus/pages/html';
import { choicesOf, type FieldChoice, type KnownRequest, type Picker } from '@campus/rest';
import type { Closings } from '../../../domain/who-may-watch.ts';
import { addresses } from '../../addresses.ts';
import { spokenLanguagesIn } from '../../resources/fields/spoken-languages.ts';
import type { Services } from '../../resources/services.ts';
import { types } from '../../resources/types.ts';
import { editWords } from './edit-words.ts';

/** More than any platform has: their field has no search. */
const maxTypes = 1000;

/** All types, and the one that is chosen; empty: none is. */
export async function typePicker(chosen: string, known: KnownRequest<Services>): Promise<Picker> {
  const picker = await choicesOf(types, { words: '', chosen, limit: maxTypes }, known);
  return picker ?? { choices: [], words: '', value: '' };
}

/** What was wrong with a choice among several fields. */
export function errorList(errors: readonly string[]): Html | false {
  return errors.length > 0 && html`<ul class="errors">${errors.map((error) => html`<li>${error}</li>`)}</ul>`;
}

/** The account that a video is to belong to, which is searched for. */
export function ownerField(
  picker: Picker,
  options: { label: string; errors?: readonly string[] | undefined; language: ui.Language },
): Html {
  return ui.searchSelect({
    ...{ name: 'owner', ...options, ...picker, required: true },
    ...{ source: addresses.apiUsers, valueMember: 'url', labelMember: 'username' },
  });
}

/** What a field of the API takes, as choices of a form. */
export function asChoices(all: readonly FieldChoice[]): ui.Choice[] {
  return all.map(({ value, display_name }) => ({ value, label: display_name }));
}

/** Spoken in most lectures of a European university, and so first in the list. */
const frequentLanguages = ['fr', 'en', 'de', 'es', 'it', 'pt', 'nl', 'ar', 'zh', 'ru', 'ja'];

/** The language of the page first, then the frequent ones, then the others by their names. */
export function languageChoices(language: ui.Language): ui.Choice[] {
  const order = [language, ...frequentLanguages];
  const rank = ({ value }: ui.Choice) => (order.includes(value) ? order.indexOf(value) : order.length);
  return asChoices(spokenLanguagesIn(language)).toSorted((one, other) => rank(one) - rank(other));
}

/** More than people look through: what is chosen beyond stays chosen. */
const maxChoices = 500;

/** All objects that a relation of many may hold, the chosen ones among them. */
export async function allChoices(
  target: Parameters<typeof choicesOf>[0],
  chosen: readonly string[],
  known: KnownRequest<Services>,
): Promise<ui.Choice[]> {
  const picker = await choicesOf(target, { words: '', chosen: '', limit: maxChoices }, known);
  const choices = [...(picker?.choices ?? [])];
  const missing = chosen.filter((address) => !choices.some(({ value }) => value === address));
  return [...choices, ...missing.map((address) => ({ value: address, label: address }))];
}

/** Several of some choices: a box for each, in a frame that scrolls where they are many. */
export function checkList(
  options: Pick<ui.FieldOptions, 'name' | 'help' | 'errors'> & {
    label: HtmlPart;
    choices: readonly ui.Choice[];
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
${errorList(errors)}
</fieldset>`;
}

/** Who sees a video, by three words for the two boxes of the API. */

/** `public`: all; `restricted`: those who sign in; `draft`: its owners and staff. */
type Visibility = keyof (typeof editWords)['en']['visibilities'];

export const visibilities: readonly Visibility[] = ['public', 'restricted', 'draft'];

export function visibilityOf({
  isDraft,
  isRestricted,
}: Pick<Closings, 'isDraft' | 'isRestricted'>): Visibility {
  if (isDraft) return 'draft';
  return isRestricted ? 'restricted' : 'public';
}

/** What the API is given for a word; a draft keeps what it will be. Undefined: it is none of ours. */
export function membersOfVisibility(word: string): Record<string, string> | undefined {
  switch (word) {
    case 'draft':
      return { is_draft: 'true' };
    case 'restricted':
      return { is_draft: 'false', is_restricted: 'true' };
    case 'public':
      return { is_draft: 'false', is_restricted: 'false' };
    default:
      return undefined;
  }
}

/** One of the three words, each with what it means. */
export function visibilityField(
  { errors = [], name = 'visibility' }: Partial<Pick<ui.FieldOptions, 'errors' | 'name'>>,
  { value, language }: { value: string; language: ui.Language },
): Html {
  const say = editWords[language];
  const choices = visibilities.map((word) => {
    const { word: text, means } = say.visibilities[word];
    const id = `field-${name}-${word}`;
    const radio = {
      type: 'radio',
      id,
      name,
      value: word,
      checked: word === value,
      'aria-describedby': `${id}-help`,
    };
    return html`<div class="beside"><input${attributes(radio)}><label for="${id}">${text}</label>
<span class="help" id="${id}-help">${means}</span></div>`;
  });
  return html`<fieldset class="choices"><legend>${say.visibility}</legend>${choices}
${errorList(errors)}
</fieldset>`;
}
