import {
  attributes,
  fileFormAttributes,
  type Html,
  hiddenField,
  html,
  type Problems,
  searchWordsName,
  submitButton,
} from '@campus/pages';
import { showContext } from '../exchange.ts';
import type { Body } from '../read-body.ts';
import type { Resource } from '../resource.ts';
import type { Row } from '../store.ts';
import { choicesOf, type Picker } from './choices-of.ts';
import { controlValue, isWritable } from './control-value.ts';
import { fieldControl } from './field-control.ts';
import { formNames } from './page-form.ts';
import { pageWords } from './page-words.ts';
import { addressWith, type Sight } from './sight.ts';

/** What an object is created or changed with. */
export interface FormState<Services> {
  resource: Resource<Services>;
  /** The one that is changed; null on creation. */
  row: Row | null;
  csrf: Html;
  /** What was sent, when it is shown again. */
  sent: Body['members'] | undefined;
  problems: Problems;
}

/** The form with which an object is created or changed, derived from the fields, and what its relations offer. */
export async function objectForm<Services>(
  { resource, row, csrf, sent: given, problems }: FormState<Services>,
  sight: Sight<Services>,
): Promise<{ form: Html; pickers: ReadonlyMap<string, Picker> }> {
  const { language, engine, request } = sight;
  const say = pageWords[language];
  const sent = given?.has(formNames.form) ? given : undefined;
  const fields = resource.fields.filter(isWritable);
  const values = new Map(fields.map((field) => [field.name, valueIn(field)]));
  const pickers = new Map<string, Picker>();
  for (const { name, target, isList } of fields) {
    if (target === undefined || isList) continue;
    const sought = { words: textIn(sent, searchWordsName(name)), chosen: values.get(name) ?? '' };
    const picker = await choicesOf(target(), sought, sight);
    if (picker !== undefined) pickers.set(name, picker);
  }
  const controls = fields
    // A file comes last: the rest of the form has been read by then.
    .toSorted((one, other) => Number(one.isFile) - Number(other.isFile))
    .map((field) =>
      fieldControl(field, {
        language,
        timeZone: engine.timeZone,
        idPrefix: row === null ? 'create' : 'change',
        errors: given === sent ? (problems[field.name] ?? []) : [],
        isChange: row !== null,
        value: values.get(field.name) ?? '',
        picker: pickers.get(field.name),
      }),
    );
  const action = addressWith(request, row === null ? {} : { [formNames.method]: 'PUT' });
  const form = html`<form${resource.takesFile ? fileFormAttributes({ action, language }) : attributes({ method: 'post', action })}>
${csrf}${row === null && engine.sessions.onceField(request)}${hiddenField(formNames.form, 'all')}
${controls}
${submitButton(row === null ? say.createIt : say.save)}
</form>`;
  return { form, pickers };

  /** What was sent, else what the object has, else what an absent value becomes. */
  function valueIn(field: (typeof fields)[number]): string {
    if (sent !== undefined) return field.writeOnly ? '' : textIn(sent, field.name);
    if (row !== null) return controlValue(field, row, showContext(sight));
    return field.fallback === undefined || field.fallback === null ? '' : String(field.fallback);
  }
}

function textIn(members: Body['members'] | undefined, name: string): string {
  const value = members?.get(name);
  if (Array.isArray(value)) return value.join('\n');
  return typeof value === 'string' ? value : '';
}
