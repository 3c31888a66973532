import * as ui from '@campus/pages';
import { attributes, type Html, html } from '@campus/pages/html';
import { type KnownRequest, showContext } from '../engine.ts';
import type { Field } from '../field.ts';
import type { Body } from '../read-body.ts';
import type { Row } from '../store.ts';
import { addressWith } from './addresses.ts';
import { choicesOf, type Picker } from './choices-of.ts';
import { controlValue, fieldControl, isWritable } from './field-control.ts';
import { formNames } from './page-form.ts';
import { pageWords } from './page-words.ts';

/** What an object is created or changed with, or an action done. */
export interface FormState<Services> {
  fields: readonly Field<Services>[];
  /** What a POST to this address is meant as. */
  method: string;
  button: string;
  /** Before the ids of its controls. */
  idPrefix: string;
  /** The one that is changed; null: none is. */
  row: Row | null;
  csrf: Html;
  /** What was sent, when it is shown again. */
  sent: Body['members'] | undefined;
  problems: ui.Problems;
}

/** The form derived from the fields, and what its relations offer. */
export async function objectForm<Services>(
  state: FormState<Services>,
  known: KnownRequest<Services>,
): Promise<{ form: Html; pickers: ReadonlyMap<string, Picker> }> {
  const { row, csrf, sent: given, problems, method, button, idPrefix } = state;
  const { language, engine, request } = known;
  const sent = given?.has(formNames.form) ? given : undefined;
  const fields = state.fields.filter(isWritable);
  const values = new Map(fields.map((field) => [field.name, valueIn(field)]));
  const pickers = new Map<string, Picker>();
  for (const field of fields) {
    const { name, target, isList } = field;
    if (target === undefined || isList) continue;
    const sought = { words: textIn(sent, ui.searchWordsName(name)), chosen: values.get(name) ?? '' };
    const picker = await choicesOf(target(), sought, known);
    if (picker !== undefined)
      pickers.set(name, isShown(field, sought.chosen) ? keeping(sought.chosen, picker) : picker);
  }
  const searched = given === sent ? textIn(sent, ui.searchButtonName) : '';
  const begin = searched || fields.find(({ name }) => given === sent && name in problems)?.name;
  const controls = fields
    // A file comes last: the rest of the form has been read by then.
    .toSorted((one, other) => Number(one.isFile) - Number(other.isFile))
    .map((field) =>
      fieldControl(field, {
        language,
        timeZone: engine.timeZone,
        idPrefix,
        errors: given === sent ? (problems[field.name] ?? []) : [],
        focused: sent !== undefined && field.name === begin,
        isChange: row !== null,
        value: pickers.get(field.name)?.value ?? values.get(field.name) ?? '',
        picker: pickers.get(field.name),
      }),
    );
  const action = addressWith(request, method === 'POST' ? {} : { [formNames.method]: method });
  const form = html`<form${fields.some(({ isFile }) => isFile) ? ui.fileFormAttributes({ action, language }) : attributes({ method: 'post', action })}>
${csrf}${row === null && engine.sessions.onceField(request)}${ui.hiddenField(formNames.form, 'all')}
${controls}
${ui.submitButton(button)}
</form>`;
  return { form, pickers };

  function isShown(field: (typeof fields)[number], value: string): boolean {
    return row !== null && controlValue(field, row, showContext(known)) === value;
  }

  /** What was sent, else what the object has, else what the list is narrowed to, else what an absent value becomes. */
  function valueIn(field: (typeof fields)[number]): string {
    if (sent !== undefined) return field.writeOnly ? '' : textIn(sent, field.name);
    if (row !== null) return controlValue(field, row, showContext(known));
    const narrowed = request.query[field.name];
    if (field.target !== undefined && !field.isList && typeof narrowed === 'string') return narrowed;
    return field.fallback === undefined || field.fallback === null ? '' : String(field.fallback);
  }
}

/** What an object refers to may be closed to its reader: it stays, under its address. */
function keeping(shown: string, picker: Picker): Picker {
  if (shown === '' || picker.value !== '') return picker;
  return { ...picker, value: shown, choices: [{ value: shown, label: shown }, ...picker.choices] };
}

function textIn(members: Body['members'] | undefined, name: string): string {
  const value = members?.get(name);
  if (Array.isArray(value)) return value.join('\n');
  return typeof value === 'string' ? value : '';
}

/** Id of the control that holds the JSON. */
export const rawControlId = `raw-${formNames.content}`;

/**
 * The form with which an object is created or changed by JSON.
 *
 * @param state.example  what it holds, unless something else was sent
 */
export function rawForm<Services>(
  state: Pick<FormState<Services>, 'row' | 'csrf' | 'sent' | 'problems'> & { example: unknown },
  { request, language, engine }: KnownRequest<Services>,
): Html {
  const { row, csrf, sent, problems, example } = state;
  const say = pageWords[language];
  const content = sent?.get(formNames.content);
  const send = (method: string, kind: 'primary' | 'plain' = 'primary') =>
    ui.submitButton(method, { kind, formAction: addressWith(request, { [formNames.method]: method }) });
  return html`<form method="post" action="${addressWith(request, {})}">
${csrf}${row === null && engine.sessions.onceField(request)}
${ui.textArea({
  name: formNames.content,
  label: say.content,
  idPrefix: 'raw',
  rows: 12,
  isCode: true,
  focused: content !== undefined,
  value: typeof content === 'string' ? content : JSON.stringify(example, null, 2),
  help: row === null ? undefined : say.replaceHelp,
  errors:
    content === undefined
      ? []
      : Object.entries(problems).flatMap(([name, messages]) =>
          messages.map((message) =>
            name === 'non_field_errors' ? message : `${name}${say.colon}${message}`,
          ),
        ),
})}
<div class="row">${row === null ? ui.submitButton('POST') : html`${send('PUT')} ${send('PATCH', 'plain')}`}</div>
</form>`;
}
