import * as ui from '@campus/pages';
import { type Html, type HtmlPart, html } from '@campus/pages/html';
import { maxPdfBytes } from '../../../wire/limits.ts';
import {
  type RegistrationField,
  registrationFieldNames,
  registrationFields,
} from '../../../wire/registration-fields.ts';
import type { KnownPlaces } from '../scopes/known-places.ts';
import { formWords } from './form-words.ts';
import { defaultButton, rowFields, signatoryRows } from './signatory-rows.ts';
import type { TypedRegistration } from './typed-registration.ts';

/** The button of this name registers and sends in one step. */
export const sendButtonName = 'send';

/**
 * The form of everything that is registered, with what was typed and what is wrong with it.
 *
 * @param form.fields    hidden ones, the CSRF field first
 * @param form.keepsDocument  whether a document is registered that stays unless another is chosen
 */
export function registrationForm(
  form: {
    typed: TypedRegistration;
    problems: ui.Problems;
    /** What is wrong, beside the fields. */
    problem?: string | undefined;
    /** Whether a file had been chosen, which has to be chosen again. */
    isFileLost: boolean;
    fields: HtmlPart;
    /** What the form can begin with, where it can. */
    beginning?: Html | undefined;
    /** What was done to it, when nothing is wrong. */
    done?: string | undefined;
    action: string;
    keepsDocument: boolean;
    back: string;
    /** What some fields suggest. */
    known: KnownPlaces;
  },
  language: ui.Language,
): Html {
  const {
    typed,
    problems,
    problem,
    done,
    isFileLost,
    fields,
    beginning,
    action,
    keepsDocument,
    back,
    known,
  } = form;
  const say = formWords[language];
  const begin = firstProblem(typed, problems);
  const texts = registrationFieldNames.map((name) => {
    const { wire, input, label, help }: RegistrationField = registrationFields[name];
    const isOptional = [null, ''].some((nothing) => input.safeParse(nothing).success);
    const options = {
      name: wire,
      label: label[language],
      value: typed.texts[name],
      errors: problems[wire],
      focused: begin === wire,
      required: !isOptional,
      help: help?.[language],
    };
    return name === 'department' || name === 'workflowId'
      ? html`${ui.knownField({ ...options, known: known[name] })}${ui.knownValues(known[name])}`
      : ui.textField(options);
  });
  return html`${ui.hasProblems(problems) && ui.notice('bad', say.correct)}
${problem !== undefined && ui.notice('bad', problem)}${done !== undefined && ui.notice('good', done)}
<form class="sheet"${ui.fileFormAttributes({ action, language })}>${fields}${defaultButton()}
${beginning}
<div class="columns">${texts}</div>
${signatoryRows(typed.signatories, { of: 'registration', problems, begin, language })}
${ui.textArea({ name: 'watchers', label: say.watchers, help: say.watchersHelp, value: typed.watchers, errors: problems.watchers, focused: begin === 'watchers', rows: 3 })}
${pdfField(
  {
    label: keepsDocument ? say.otherDocument : say.document,
    help:
      [isFileLost && say.chooseAgain, keepsDocument && say.otherDocumentHelp].filter(Boolean).join(' ') ||
      undefined,
    required: !keepsDocument,
    errors: problems.doc,
    focused: begin === 'doc',
  },
  language,
)}
<p class="row">${
    keepsDocument
      ? ui.submitButton(say.save)
      : html`${ui.submitButton(say.registerAndSend, { name: sendButtonName, value: 'true' })}${ui.submitButton(say.register, { kind: 'plain' })}`
  }${ui.backLink(back, language)}</p>
</form>`;
}

/** The first field on the page that has to be mended, where its reader begins. */
function firstProblem({ signatories }: TypedRegistration, problems: ui.Problems): string | undefined {
  const names = [
    ...registrationFieldNames.map((name) => registrationFields[name].wire),
    ...signatories.flatMap((_signatory, index) => rowFields.map((member) => `signatory-${index}-${member}`)),
    'watchers',
    'doc',
  ];
  return names.find((name) => name in problems);
}

/** A PDF from the reader's disk. It stands last in its form, so that everything else has come when it is refused. */
export function pdfField(
  options: {
    label: string;
    help?: string | undefined;
    required: boolean;
    errors: readonly string[] | undefined;
    focused?: boolean;
  },
  language: ui.Language,
): Html {
  const message = formWords[language].tooLarge(ui.fileSize(maxPdfBytes, language, { rounding: 'down' }));
  return ui.fileField({
    ...options,
    name: 'doc',
    accept: 'application/pdf,.pdf',
    limit: { maxBytes: maxPdfBytes, message },
  });
}
