import { type Html, html } from '../html.ts';

/** What every control of a form has. */
export interface FieldOptions {
  name: string;
  label: string;
  /** Sets apart forms of one page that have fields of the same name. */
  idPrefix?: string | undefined;
  help?: string | undefined;
  /** What was wrong with the value, a sentence each. */
  errors?: readonly string[] | undefined;
  required?: boolean | undefined;
  /** The reader begins here, as where something has to be mended. */
  focused?: boolean | undefined;
  disabled?: boolean | undefined;
}

/** What ties a control to its texts. */
interface ControlAttributes {
  id: string;
  /** `id`, `name`, `required` and the ARIA attributes, to stand in the control's tag. */
  tied: Readonly<Record<string, string | boolean | undefined>>;
}

/** A control with its label above, help and errors below; a screen reader hears all of them with it. */
export function field(options: FieldOptions, control: (tie: ControlAttributes) => Html): Html {
  const tie = tieOf(options);
  return html`<div class="field">
<label for="${tie.id}">${options.label}${requiredMark(options)}</label>
${control(tie)}${texts(options, tie.id)}
</div>`;
}

/** A control with its label beside it, such as a check box. */
export function fieldBeside(options: FieldOptions, control: (tie: ControlAttributes) => Html): Html {
  const tie = tieOf(options);
  return html`<div class="field beside">
${control(tie)}<label for="${tie.id}">${options.label}</label>${texts(options, tie.id)}
</div>`;
}

function tieOf(options: FieldOptions): ControlAttributes {
  const { name, idPrefix = 'field', help, errors = [], required, focused, disabled } = options;
  const id = `${idPrefix}-${name}`;
  const described = [help !== undefined && `${id}-help`, errors.length > 0 && `${id}-errors`].filter(Boolean);
  return {
    id,
    tied: {
      id,
      name,
      required,
      disabled,
      autofocus: focused,
      'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
      'aria-invalid': errors.length > 0 ? 'true' : undefined,
    },
  };
}

function requiredMark({ required }: FieldOptions): Html | undefined {
  // The attribute tells a screen reader; the star is for the eye.
  return required ? html` <span class="required" aria-hidden="true">*</span>` : undefined;
}

function texts({ help, errors = [] }: FieldOptions, id: string): Html {
  return html`${help !== undefined && html`<p class="help" id="${id}-help">${help}</p>`}${
    errors.length > 0 &&
    html`<ul class="errors" id="${id}-errors">${errors.map((error) => html`<li>${error}</li>`)}</ul>`
  }`;
}

/** What was wrong with the fields of a form: a sentence each, by the name of the field. */
export type Problems = Readonly<Record<string, readonly string[]>>;

/** Whether anything was. */
export function hasProblems(problems: Problems): boolean {
  return Object.keys(problems).length > 0;
}
