import * as ui from '@campus/pages';
import { attributes, type Html, type HtmlPart, html } from '@campus/pages/html';
import { formWords } from './form-words.ts';
import { emptySignatory, type TypedSignatory } from './typed-people.ts';

/** The button of this name sends the form back with a row more, or without one: `add`, or the row's number. */
export const rowsButtonName = 'rows';

/** What a page with such rows needs: they are added and removed in place. */
export const rowsAssets = { styles: ['form-rows.css'], scripts: ['form-rows.js'] };

interface RowsOptions {
  /** In a template roles are typed, and people may be missing; in a registration a role names its row. */
  of: 'registration' | 'template';
  problems: ui.Problems;
  /** The field that the reader begins with, if it is one of a row. */
  begin?: string | undefined;
  language: ui.Language;
}

/** What is typed of a signatory, in the order of the page. */
export const rowFields = ['givenname', 'name', 'mail', 'phone', 'order'] as const;

/** What the Enter key presses: without it, that would be the button that removes the first row. */
export function defaultButton(): Html {
  return html`<button class="unseen" tabindex="-1" aria-hidden="true"></button>`;
}

/** As many rows as there are signatories, with buttons that add and remove one. */
export function signatoryRows(signatories: readonly TypedSignatory[], options: RowsOptions): Html {
  const { of, problems, language } = options;
  const say = formWords[language];
  const errors = problems.signatory ?? [];
  return html`<h2>${say.signatories}</h2>
<p class="help">${of === 'template' ? say.templateSignatoriesHelp : say.signatoriesHelp}</p>
${errors.length > 0 && ui.notice('bad', errors.join(' '))}
<div id="signatories" data-rows>
${signatories.map((signatory, index) =>
  signatoryRow(signatory, { ...options, index: String(index), number: String(index + 1) }),
)}
<template>${signatoryRow({ ...emptySignatory(1), order: '__number__' }, { ...options, index: '__index__', number: '__number__', problems: {} })}</template>
</div>
<p>${rowsButton(say.addSignatory, { value: 'add', 'data-add-row': 'signatories' })}</p>`;
}

function signatoryRow(signatory: TypedSignatory, row: RowsOptions & { index: string; number: string }): Html {
  const { of, index, number, problems, begin, language } = row;
  const say = formWords[language];
  const isTemplate = of === 'template';
  const nameOf = (member: keyof TypedSignatory) => `signatory-${index}-${member}`;
  const field = (
    member: keyof TypedSignatory,
    label: string,
    more: { type?: 'text' | 'email' | 'number'; required?: boolean } = {},
  ) =>
    ui.textField({
      name: nameOf(member),
      label,
      value: signatory[member],
      errors: problems[nameOf(member)],
      focused: begin === nameOf(member),
      required: !isTemplate,
      autocomplete: 'off',
      ...more,
    });
  const role = !isTemplate && signatory.role !== '' && html`${ui.colon(language)}${signatory.role}`;
  return html`<fieldset class="person" data-row="${index}">
<legend>${say.signatory} <span data-row-number>${number}</span>${role}</legend>
<div class="columns">
${isTemplate && field('role', say.role, { required: true })}
${field('givenname', say.givenName)}${field('name', say.name)}
${field('mail', say.mail, { type: 'email' })}${field('phone', say.phone, { required: false })}
${field('order', say.order, { type: 'number', required: true })}
</div>
${rowsButton(
  html`${say.removeSignatory}<span class="unseen"> ${say.removeSignatoryOf} <span data-row-number>${number}</span></span>`,
  { value: index, 'data-remove-row': true },
)}${!isTemplate && ui.hiddenField(nameOf('role'), signatory.role)}
</fieldset>`;
}

function rowsButton(text: HtmlPart, more: Readonly<Record<string, string | boolean>>): Html {
  return sendBackButton(text, { name: rowsButtonName, ...more });
}

/** A button that sends the form to have it back, right or wrong, with something changed. */
export function sendBackButton(text: HtmlPart, more: Readonly<Record<string, string | boolean>>): Html {
  return html`<button${attributes({ class: 'plain', formnovalidate: true, ...more })}>${text}</button>`;
}
