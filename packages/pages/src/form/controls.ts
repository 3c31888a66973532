import { attributes, type Html, type HtmlPart, html } from '../html.ts';
import { type FieldOptions, field, fieldBeside } from './field.ts';

type TextType = 'text' | 'email' | 'url' | 'password' | 'search' | 'number' | 'date' | 'datetime-local';

/** One line of text, or a value that is typed like one. */
export function textField(
  options: FieldOptions & {
    type?: TextType | undefined;
    value?: string | undefined;
    maxLength?: number | undefined;
    minLength?: number | undefined;
    /** What a browser or a password manager may fill in (HTML, "autofill"). */
    autocomplete?: string | undefined;
    placeholder?: string | undefined;
    /** Between values of a number or an instant; `any` lets an instant have seconds, and parts of them. */
    step?: number | 'any' | undefined;
  },
): Html {
  const { type = 'text', value, maxLength, minLength, autocomplete, placeholder, step } = options;
  return field(
    options,
    ({ tied }) =>
      html`<input${attributes({ type, ...tied, value, maxlength: maxLength, minlength: minLength, autocomplete, placeholder, step })}>`,
  );
}

/** Several lines of text. */
export function textArea(
  options: FieldOptions & {
    value?: string | undefined;
    rows?: number | undefined;
    maxLength?: number | undefined;
    /** Code, in a font of equal widths and not spell-checked. */
    isCode?: boolean | undefined;
  },
): Html {
  const { value = '', rows = 4, maxLength, isCode } = options;
  // HTML drops a line end right after the tag: one of ours goes instead of the value's.
  return field(
    options,
    ({ tied }) =>
      html`<textarea${attributes({ ...tied, rows, maxlength: maxLength, ...(isCode ? { class: 'code', spellcheck: 'false' } : {}) })}>\n${value}</textarea>`,
  );
}

export interface Choice {
  value: string;
  label: string;
}

/** One of some choices. */
export function selectField(
  options: FieldOptions & {
    choices: readonly Choice[];
    value?: string | undefined;
    /** What stands for no choice; absent: one must be made. */
    blank?: string | undefined;
  },
): Html {
  const { choices, value, blank } = options;
  return field(
    options,
    ({ tied }) => html`<select${attributes(tied)}>${optionsOf({ choices, value, blank })}</select>`,
  );
}

/** The options of a select. */
export function optionsOf(options: {
  choices: readonly Choice[];
  value: string | undefined;
  blank: string | undefined;
}): Html {
  const { choices, value, blank } = options;
  return html`${blank !== undefined && html`<option value="">${blank}</option>`}${choices.map(
    (choice) =>
      html`<option${attributes({ value: choice.value, selected: choice.value === value })}>${choice.label}</option>`,
  )}`;
}

/** Yes or no: sends `true`, or nothing. */
export function checkbox(options: FieldOptions & { checked?: boolean | undefined; value?: string }): Html {
  const { checked, value = 'true' } = options;
  return fieldBeside(
    options,
    ({ tied }) => html`<input${attributes({ type: 'checkbox', ...tied, value, checked })}>`,
  );
}

/**
 * A file from the reader's disk; its form must be `multipart/form-data`.
 *
 * @param options.limit  `send-form.js` refuses a larger file with this sentence, before any of it is sent
 */
export function fileField(
  options: FieldOptions & {
    accept?: string | undefined;
    limit?: { maxBytes: number; message: string } | undefined;
  },
): Html {
  const { accept, limit } = options;
  return field(
    options,
    ({ tied }) =>
      html`<input${attributes({ type: 'file', ...tied, accept, 'data-max-bytes': limit?.maxBytes, 'data-too-large': limit?.message })}>`,
  );
}

/** A value that the reader does not see. */
export function hiddenField(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}">`;
}

/** Sends the form; `danger` where something is lost by it. */
export function submitButton(
  text: HtmlPart,
  options: {
    name?: string;
    value?: string;
    kind?: 'primary' | 'plain' | 'danger';
    /** Id of the form, when the button stands outside of it. */
    form?: string;
    /** Where this button sends the form, when not where the form itself says. */
    formAction?: string;
  } = {},
): Html {
  const { name, value, kind = 'primary', form, formAction } = options;
  return html`<button${attributes({ class: kind, name, value, form, formaction: formAction })}>${text}</button>`;
}

/**
 * Buttons that are sent from the row of a list, named together by a group: a form with a name would be a landmark, of
 * which a page should have few.
 */
export function rowForm(
  action: string,
  { csrf, label, buttons }: { csrf: Html; label: string; buttons: HtmlPart },
): Html {
  return html`<form method="post" action="${action}">${csrf}<span role="group" aria-label="${label}">${buttons}</span></form>`;
}
