import {
  attributes,
  type Choice,
  type FieldOptions,
  type Html,
  hiddenField,
  html,
  searchWordsName,
  selectField,
  submitButton,
  textField,
} from '@campus/pages';
import { capitalised } from '../capitalised.ts';
import type { Field } from '../field.ts';
import type { DeclaredFilter } from '../filters.ts';
import { defaultPageSize, maxPageSize, orderableFields } from '../query.ts';
import type { Resource } from '../resource.ts';
import { choicesOf, type Picker } from './choices-of.ts';
import { relationControl } from './field-control.ts';
import { addressWith, type Sight } from './sight.ts';
import { put, type Words, words } from './words.ts';

/** The form that searches, filters and orders a list, derived from the declaration. */
export async function filterForm<Services>(
  {
    resource,
    given,
    problems,
  }: {
    resource: Resource<Services>;
    /** The parameters of the request. */
    given: ReadonlyMap<string, string>;
    problems: Readonly<Record<string, readonly string[]>>;
  },
  sight: Sight<Services>,
): Promise<Html> {
  const { request, language } = sight;
  const say = words[language];
  const stateOf = (name: string) => ({
    value: given.get(name) ?? '',
    options: { name, idPrefix: 'filter', errors: problems[name] ?? [] },
  });
  const controls: Html[] = [];
  for (const [name, { field, filter }] of resource.filters) {
    const { value, options } = stateOf(name);
    const target = filter.asks === 'value' ? field.target?.() : undefined;
    const sought = { words: given.get(searchWordsName(name)) ?? '', chosen: value };
    const picker = target === undefined ? undefined : await choicesOf(target, sought, sight);
    const labelled = { ...options, label: labelOf(filter, field.label[language], say), help: name };
    controls.push(filterControl(labelled, { field, filter, value, picker, sight }));
  }
  const search = stateOf('search');
  const ordering = stateOf('ordering');
  const pageSize = stateOf('page_size');
  const isUsed = [...given.keys()].some((name) => name !== 'page' && name !== 'format');
  return html`<details${attributes({ class: 'sheet', open: isUsed || Object.keys(problems).length > 0 })}>
<summary>${say.filters}</summary>
<form method="get" action="${addressWith(request, {})}">
${request.query.format === 'api' && hiddenField('format', 'api')}
<div class="columns">
${
  resource.search.length > 0 &&
  textField({
    ...search.options,
    label: say.search,
    help: say.searchHelp,
    type: 'search',
    value: search.value,
  })
}
${controls}
${selectField({
  ...ordering.options,
  label: say.ordering,
  value: ordering.value,
  blank: say.usual,
  choices: orderChoices(orderableFields(resource.fields, language), ordering.value, sight),
})}
${textField({ ...pageSize.options, label: say.pageSize, help: `1–${maxPageSize} (${defaultPageSize})`, type: 'number', value: pageSize.value })}
</div>
<div class="row">${submitButton(say.applyFilters)} <a class="button plain" href="${addressWith(request, {})}">${say.clearFilters}</a></div>
</form>
</details>`;
}

function filterControl<Services>(
  options: FieldOptions,
  {
    field,
    filter,
    value,
    picker,
    sight: { language },
  }: {
    field: Field<never>;
    filter: DeclaredFilter;
    value: string;
    picker: Picker | undefined;
    sight: Sight<Services>;
  },
): Html {
  const say = words[language];
  if (picker !== undefined && field.target !== undefined)
    return relationControl(field.target(), options, { language, value: picker.value, picker });
  if (filter.asks === 'yes or no' || (filter.asks === 'value' && field.type === 'boolean')) {
    const choices = [
      { value: 'true', label: say.yes },
      { value: 'false', label: say.no },
    ];
    return selectField({ ...options, choices, value: value.toLowerCase(), blank: say.any });
  }
  if (filter.asks === 'value' && field.type === 'choice') {
    const choices = (field.choices ?? []).map((choice) => ({
      value: choice.value,
      label: choice.display_name,
    }));
    return selectField({ ...options, choices, value, blank: say.any });
  }
  // An instant may be given where a day is asked for; the control of a day could not hold it.
  const isDay = filter.asks === 'first day' || filter.asks === 'last day';
  const type = isDay && /^(\d{4}-\d\d-\d\d)?$/.test(value) ? 'date' : 'text';
  return textField({ ...options, type, value });
}

function labelOf({ asks }: DeclaredFilter, label: string, say: Words): string {
  const field = capitalised(label);
  switch (asks) {
    case 'part':
      return put(say.part, { field });
    case 'first day':
      return put(say.firstDay, { field });
    case 'last day':
      return put(say.lastDay, { field });
    case 'year':
      return put(say.year, { field });
    case 'value':
    case 'text':
    case 'yes or no':
      return field;
  }
}

function orderChoices<Services>(
  fields: readonly Field<never>[],
  chosen: string,
  { language }: Sight<Services>,
): Choice[] {
  const say = words[language];
  const choices = fields.flatMap(({ name, label }) => [
    { value: name, label: put(say.ascending, { field: capitalised(label[language]) }) },
    { value: `-${name}`, label: put(say.descending, { field: capitalised(label[language]) }) },
  ]);
  const isKnown = chosen === '' || choices.some(({ value }) => value === chosen);
  return isKnown ? choices : [...choices, { value: chosen, label: chosen }];
}
