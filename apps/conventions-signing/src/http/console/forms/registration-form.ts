import {
  attributes,
  backLink,
  fileField,
  fileFormAttributes,
  fileSize,
  type Html,
  type HtmlPart,
  hasProblems,
  html,
  type Language,
  notice,
  type Problems,
  submitButton,
  textArea,
  textField,
} from '@campus/pages';
import { maxPdfBytes } from '../../receive/limits.ts';
import {
  type RegistrationField,
  registrationFieldNames,
  registrationFields,
} from '../../registration-fields.ts';
import { formWords } from './form-words.ts';
import { emptySignatory, type TypedRegistration, type TypedSignatory } from './typed-registration.ts';

/** The button of this name sends the form back with a row more, or without one: `add`, or the row's number. */
export const rowsButtonName = 'rows';

/**
 * The form of everything that is registered, with what was typed and what is wrong with it.
 *
 * @param form.fields    hidden ones, the CSRF field first
 * @param form.keepsDocument  whether a document is registered that stays unless another is chosen
 */
export function registrationForm(
  form: {
    typed: TypedRegistration;
    problems: Problems;
    /** What is wrong, beside the fields. */
    problem?: string | undefined;
    fields: HtmlPart;
    action: string;
    keepsDocument: boolean;
    back: string;
  },
  language: Language,
): Html {
  const { typed, problems, problem, fields, action, keepsDocument, back } = form;
  const say = formWords[language];
  const texts = registrationFieldNames.map((name) => {
    const { wire, input, label, help }: RegistrationField = registrationFields[name];
    const isOptional = [null, ''].some((nothing) => input.safeParse(nothing).success);
    return textField({
      name: wire,
      label: label[language],
      value: typed.texts[name],
      errors: problems[wire],
      required: !isOptional,
      help: help?.[language],
    });
  });
  return html`${hasProblems(problems) && notice('bad', html`<p>${say.correct}</p><p>${say.chooseAgain}</p>`)}
${problem !== undefined && notice('bad', problem)}
<form class="sheet"${fileFormAttributes({ action, language })}>${fields}${defaultButton()}
${texts}
${signatoryRows(typed.signatories, problems, language)}
${textArea({ name: 'watchers', label: say.watchers, help: say.watchersHelp, value: typed.watchers, errors: problems.watchers, rows: 3 })}
${pdfField(
  {
    label: keepsDocument ? say.otherDocument : say.document,
    help: keepsDocument ? say.otherDocumentHelp : undefined,
    required: !keepsDocument,
    errors: problems.doc,
  },
  language,
)}
<p class="row">${submitButton(keepsDocument ? say.save : say.register)}${backLink(back, language)}</p>
</form>`;
}

/** A PDF from the reader's disk. It stands last in its form, so that everything else has come when it is refused. */
export function pdfField(
  options: {
    label: string;
    help?: string | undefined;
    required: boolean;
    errors: readonly string[] | undefined;
  },
  language: Language,
): Html {
  const message = formWords[language].tooLarge(fileSize(maxPdfBytes, language, { rounding: 'down' }));
  return fileField({
    ...options,
    name: 'doc',
    accept: 'application/pdf,.pdf',
    limit: { maxBytes: maxPdfBytes, message },
  });
}

/** What the Enter key presses: without it, that would be the button that removes the first row. */
function defaultButton(): Html {
  return html`<button class="unseen" tabindex="-1" aria-hidden="true"></button>`;
}

function signatoryRows(signatories: TypedSignatory[], problems: Problems, language: Language): Html {
  const say = formWords[language];
  const errors = problems.signatory ?? [];
  return html`<h2>${say.signatories}</h2>
<p class="help">${say.signatoriesHelp}</p>
${errors.length > 0 && notice('bad', errors.join(' '))}
<div id="signatories" data-rows>
${signatories.map((signatory, index) =>
  signatoryRow(signatory, { index: String(index), number: String(index + 1), problems, language }),
)}
<template>${signatoryRow({ ...emptySignatory(1), order: '__number__' }, { index: '__index__', number: '__number__', problems: {}, language })}</template>
</div>
<p>${rowsButton(say.addSignatory, { value: 'add', 'data-add-row': 'signatories' })}</p>`;
}

function signatoryRow(
  signatory: TypedSignatory,
  row: { index: string; number: string; problems: Problems; language: Language },
): Html {
  const { index, number, problems, language } = row;
  const say = formWords[language];
  const field = (
    member: keyof TypedSignatory,
    label: string,
    more: { type?: 'text' | 'email' | 'number'; required?: boolean } = {},
  ) => {
    const name = `signatory-${index}-${member}`;
    return textField({
      name,
      label,
      value: signatory[member],
      errors: problems[name],
      required: true,
      autocomplete: 'off',
      ...more,
    });
  };
  return html`<fieldset data-row="${index}">
<legend>${say.signatory} <span data-row-number>${number}</span></legend>
<div class="columns">
${field('givenname', say.givenName)}${field('name', say.name)}
${field('mail', say.mail, { type: 'email' })}${field('phone', say.phone, { required: false })}
${field('order', say.order, { type: 'number' })}
</div>
${rowsButton(
  html`${say.removeSignatory}<span class="unseen"> ${say.removeSignatoryOf} <span data-row-number>${number}</span></span>`,
  { value: index, 'data-remove-row': true },
)}
</fieldset>`;
}

function rowsButton(text: HtmlPart, more: Readonly<Record<string, string | boolean>>): Html {
  return html`<button${attributes({ class: 'plain', name: rowsButtonName, formnovalidate: true, ...more })}>${text}</button>`;
}
