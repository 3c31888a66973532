import { type Html, type HtmlPart, html, type Language, table, time } from '@campus/pages';
import { capitalised } from '../capitalised.ts';
import type { KnownRequest } from '../engine.ts';
import type { Field } from '../field.ts';
import { objectUrl } from '../hyperlink.ts';
import { nameOf } from '../name-of.ts';
import type { Resource } from '../resource.ts';
import type { Row } from '../store.ts';
import { choicesFor } from './field-control.ts';
import { pageWords } from './page-words.ts';

/** Beside the name; the rest is at the object. */
const maxColumns = 9;

/** Longer texts are no table's business. */
const maxCellCharacters = 80;

/** Texts that may be longer have no column. */
const oneLineCharacters = 255;

/**
 * A page of a list as a table: each object by name, with its short fields.
 *
 * @param page.shown  the rows as they go out
 * @param page.names  what people call the objects that they refer to, by address
 */
export function listTable<Services>(
  resource: Resource<Services>,
  page: {
    rows: readonly Row[];
    shown: readonly Readonly<Record<string, unknown>>[];
    names: ReadonlyMap<string, string>;
  },
  { language, engine }: Pick<KnownRequest<Services>, 'language' | 'engine'>,
): Html {
  const { rows, shown, names } = page;
  const fields = resource.fields.filter((field) => hasColumn(field, resource)).slice(0, maxColumns);
  const context = { names, language, timeZone: engine.timeZone };
  const caption = capitalised(resource.plural[language]);
  return table({
    caption,
    headings: [
      capitalised(resource.nameField?.label[language] ?? resource.name[language]),
      ...fields.map(({ label }) => capitalised(label[language])),
    ],
    rows: rows.map((row, place) => [
      html`<a href="${objectUrl('', resource.path, row[resource.lookup.column])}">${nameOf(resource, row, language)}</a>`,
      ...fields.map((field) => cell(field, shown[place]?.[field.name], context)),
    ]),
  });
}

function hasColumn(field: Field<never>, { nameField }: { nameField: Field<never> | undefined }): boolean {
  const { name, type, isList, isFile, isAddress, writeOnly, aliasOf, target, limits } = field;
  if (name === nameField?.name || isList || isFile || isAddress || writeOnly || aliasOf !== undefined)
    return false;
  if (type === 'field' || type === 'list') return target !== undefined;
  const { maxLength = type === 'string' ? Number.POSITIVE_INFINITY : 0 } = limits;
  return maxLength <= oneLineCharacters;
}

function cell(
  field: Field<never>,
  value: unknown,
  context: { names: ReadonlyMap<string, string>; language: Language; timeZone: string },
): HtmlPart {
  const { names, language } = context;
  const say = pageWords[language];
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? say.yes : say.no;
  const text = String(value);
  if (field.target !== undefined) return html`<a href="${text}">${names.get(text) ?? endOf(text)}</a>`;
  if (field.type === 'datetime') return time(new Date(text), context);
  if (field.type === 'choice')
    return choicesFor(field, language).find((choice) => choice.value === text)?.label ?? text;
  return text.length > maxCellCharacters ? `${text.slice(0, maxCellCharacters)}…` : text;
}

/** The last part of an address, which tells an object without a name. */
function endOf(address: string): string {
  return address.replace(/\/$/, '').split('/').at(-1) ?? address;
}
