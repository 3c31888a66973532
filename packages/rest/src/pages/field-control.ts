import * as ui from '@campus/pages';
import type { Html } from '@campus/pages/html';
import type { Field, LinkTarget, ShowContext } from '../field.ts';
import { root } from '../hyperlink.ts';
import { showInstant } from '../instants.ts';
import { capitalised } from '../messages.ts';
import type { Row } from '../store.ts';
import { pageWords } from './page-words.ts';

/** What stands in a control, and around it. */
interface ControlState {
  language: ui.Language;
  timeZone: string;
  idPrefix: string;
  /** As text; a box has a tick for `true`. */
  value: string;
  errors: readonly string[];
  /** Whether the reader begins here. */
  focused?: boolean;
  /** Whether there is an object already, whose file and password may be kept. */
  isChange: boolean;
  /** Of a relation: what was found, and by which words; absent: its address is typed. */
  picker?: { choices: readonly ui.Choice[]; words: string } | undefined;
}

/** Texts longer than this get several lines. */
const oneLineCharacters = 255;

/** The control in which a person fills in a field. Lengths are judged by the service: browsers count otherwise. */
export function fieldControl(field: Field<never>, state: ControlState): Html {
  const { language, value, errors, idPrefix, focused, isChange, timeZone } = state;
  const say = pageWords[language];
  const options: ui.FieldOptions = {
    name: field.name,
    label: capitalised(field.label[language]),
    idPrefix,
    errors,
    focused,
    required: field.required,
  };
  if (field.isList) {
    const help = field.target === undefined ? say.onePerLine : say.addressPerLine;
    return ui.textArea({ ...options, required: false, value, help });
  }
  if (field.target !== undefined) return relationControl(field.target(), options, state);
  switch (field.type) {
    case 'boolean':
      return ui.checkbox({ ...options, required: false, checked: value === 'true' });
    case 'file upload':
    case 'image upload':
      return isChange
        ? ui.fileField({ ...options, required: false, help: say.keepFile })
        : ui.fileField(options);
    case 'choice':
      return ui.selectField({
        ...options,
        choices: choicesFor(field, language),
        value,
        ...(field.required ? {} : { blank: say.none }),
      });
    case 'email':
    case 'url':
    case 'date':
      return ui.textField({ ...options, type: field.type, value });
    case 'datetime': {
      const help = say.localTime(timeZone);
      return ui.textField({ ...options, type: 'datetime-local', step: 'any', value, help });
    }
    case 'integer':
      return ui.textField({ ...options, type: 'number', value });
    default:
      break;
  }
  if (field.schema.format === 'password') {
    const help = isChange ? say.keepPassword : undefined;
    return ui.textField({ ...options, type: 'password', autocomplete: 'new-password', help });
  }
  const { maxLength = Number.POSITIVE_INFINITY } = field.limits;
  return maxLength > oneLineCharacters
    ? ui.textArea({ ...options, value })
    : ui.textField({ ...options, value });
}

/** What a field of a few values offers. */
export function choicesFor({ choicesIn }: Field<never>, language: ui.Language): ui.Choice[] {
  return choicesIn(language).map((choice) => ({ value: choice.value, label: choice.display_name }));
}

/** A relation: one among the objects that its list finds, or an address where there is no such list. */
export function relationControl(
  target: LinkTarget,
  options: ui.FieldOptions,
  { language, value, picker }: Pick<ControlState, 'language' | 'value' | 'picker'>,
): Html {
  const address = target.fields.find(({ isAddress }) => isAddress);
  if (picker === undefined || address === undefined) return ui.textField({ ...options, value });
  return ui.searchSelect({
    ...options,
    language,
    ...picker,
    value,
    source: `${root}/${target.path}/`,
    valueMember: address.name,
    labelMember: target.nameField?.name ?? address.name,
    detailMembers: target.nameDetails.map(({ name }) => name),
  });
}

/** Fields that a person fills in. */
export function isWritable({ readOnly, aliasOf }: Pick<Field<never>, 'readOnly' | 'aliasOf'>): boolean {
  return !readOnly && aliasOf === undefined;
}

/**
 * What a field holds, as a client would send it to change nothing: for a text of several languages that of the
 * reader alone, since another would be stored as a translation that it is not.
 */
export function ownValue<Services>(
  field: Field<Services>,
  row: Row,
  context: ShowContext<Services>,
): unknown {
  const columns = field.columnsIn(context.language);
  if (field.type !== 'string' || columns.length < 2) return field.show(row, context);
  const [own] = columns.map((column) => row[column]);
  if (!field.required) return own ?? null;
  return columns.map((column) => row[column]).find((value) => value !== null && value !== undefined);
}

/** The same as the text that its control holds. */
export function controlValue<Services>(
  field: Field<Services>,
  row: Row,
  context: ShowContext<Services>,
): string {
  if (field.type === 'datetime') return localTime(row[field.columns[0] ?? ''], context.timeZone);
  const value = field.writeOnly ? null : ownValue(field, row, context);
  if (Array.isArray(value)) return value.join('\n');
  return value === null || value === undefined ? '' : String(value);
}

/** `2026-11-21T14:05:09.120`, as the control for an instant has it: in the instance's time zone. */
function localTime(instant: unknown, timeZone: string): string {
  if (!(instant instanceof Date)) return '';
  return /^.{19}(?:\.\d{3})?/.exec(showInstant(instant, timeZone))?.[0] ?? '';
}
