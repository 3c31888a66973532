import * as ui from '@campus/pages';
import { attributes, type Html, html } from '@campus/pages/html';
import type { KnownRequest } from '../engine.ts';
import type { Field } from '../field.ts';
import type { DeclaredFilter } from '../filters.ts';
import { capitalised } from '../messages.ts';
import { defaultPageSize, maxPageSize, orderableFields, parametersOf } from '../query.ts';
import type { Resource } from '../resource.ts';
import { addressWith } from './addresses.ts';
import { choicesOf, type Picker } from './choices-of.ts';
import { choicesFor, relationControl } from './field-control.ts';
import { pageWords } from './page-words.ts';

/** The form that searches, filters and orders a list, derived from the declaration. */
export async function filterForm<Services>(
  resource: Resource<Services>,
  problems: ui.Problems,
  known: KnownRequest<Services>,
): Promise<Html> {
  const { request, language } = known;
  const given = parametersOf(request);
  const say = pageWords[language];
  const stateOf = (name: string) => ({
    value: given.get(name) ?? '',
    options: { name, idPrefix: 'filter', errors: problems[name] ?? [] },
  });
  const active: string[] = [];
  const note = (label: string, shown: string) => {
    if (shown !== '') active.push(`${label}${say.colon}${shown}`);
  };
  const search = stateOf('search');
  if (resource.search.length > 0) note(say.search, search.value);
  const controls: Html[] = [];
  for (const { label, shown, control } of await filterControls(resource, { given, problems }, known)) {
    note(label, shown);
    controls.push(control);
  }
  const ordering = stateOf('ordering');
  const orders = orderChoices(orderableFields(resource.fields, language), ordering.value, known);
  note(say.ordering, shownIn(orders, ordering.value) ?? ordering.value);
  const pageSize = stateOf('page_size');
  note(say.pageSize, pageSize.value);
  // The button of a picker sends the whole form, which is not done with then.
  const isOpen = ui.hasProblems(problems) || given.has(ui.searchButtonName);
  return html`${active.length > 0 && activeFilters(active, known)}
<details${attributes({ class: 'sheet', open: isOpen })}>
<summary>${say.filters}</summary>
<form method="get" action="${addressWith(request, {})}">
${request.query.format === 'api' && ui.hiddenField('format', 'api')}
<div class="columns">
${
  resource.search.length > 0 &&
  ui.textField({
    ...search.options,
    label: say.search,
    help: say.searchHelp,
    type: 'search',
    value: search.value,
  })
}
${controls}
${ui.selectField({ ...ordering.options, label: say.ordering, value: ordering.value, blank: say.usual, choices: orders })}
${ui.textField({ ...pageSize.options, label: say.pageSize, help: `1–${maxPageSize} (${defaultPageSize})`, type: 'number', value: pageSize.value })}
</div>
${ui.submitButton(say.applyFilters)}
</form>
</details>`;
}

/**
 * A control for each filter of a list, what it is called, and the value that it has, as people read it; empty: none.
 *
 * @param asked.given  by name, also what was searched for in a control of many choices
 */
export async function filterControls<Services>(
  resource: Resource<Services>,
  { given, problems }: { given: ReadonlyMap<string, string>; problems: ui.Problems },
  known: KnownRequest<Services>,
): Promise<{ label: string; shown: string; control: Html }[]> {
  const { language } = known;
  const controls: { label: string; shown: string; control: Html }[] = [];
  for (const [name, { field, filter }] of resource.filters) {
    const value = given.get(name) ?? '';
    if (filter.isAlias && value === '') continue;
    const target = filter.asks === 'value' ? field.target?.() : undefined;
    const sought = { words: given.get(ui.searchWordsName(name)) ?? '', chosen: value };
    const picker = target === undefined ? undefined : await choicesOf(target, sought, known);
    const label = labelOf(filter, field, language);
    const choices = picker?.choices ?? choicesWith(filter, field, language);
    const chosen = picker === undefined ? value : picker.value;
    const options = { name, idPrefix: 'filter', errors: problems[name] ?? [], label, help: name };
    const control = filterControl(options, { field, filter, value, picker, choices, language });
    controls.push({ label, shown: shownIn(choices, chosen) ?? value, control });
  }
  return controls;
}

/** What a list is restricted and ordered by, with the way to have it whole again. */
function activeFilters<Services>(
  active: readonly string[],
  { request, language }: KnownRequest<Services>,
): Html {
  const say = pageWords[language];
  return html`<div class="row" id="active">
<ul class="marks" aria-label="${say.filters}">${active.map((text) => html`<li class="info">${text}</li>`)}</ul>
<a href="${addressWith(request, {})}">${say.dropFilters}</a>
</div>`;
}

function shownIn(choices: readonly ui.Choice[], chosen: string): string | undefined {
  return choices.find(({ value }) => value.toLowerCase() === chosen.toLowerCase())?.label;
}

/** What a filter of a few values offers; none: any text may be given. */
function choicesWith({ asks }: DeclaredFilter, field: Field<never>, language: ui.Language): ui.Choice[] {
  const say = pageWords[language];
  if (asks === 'yes or no' || (asks === 'value' && field.type === 'boolean')) {
    return [
      { value: 'true', label: say.yes },
      { value: 'false', label: say.no },
    ];
  }
  return asks === 'value' && field.type === 'choice' ? choicesFor(field, language) : [];
}

function filterControl(
  options: ui.FieldOptions,
  shown: {
    field: Field<never>;
    filter: DeclaredFilter;
    value: string;
    picker: Picker | undefined;
    choices: readonly ui.Choice[];
    language: ui.Language;
  },
): Html {
  const { field, filter, value, picker, choices, language } = shown;
  if (picker !== undefined && field.target !== undefined)
    return relationControl(field.target(), options, { language, value: picker.value, picker });
  if (choices.length > 0) {
    const chosen = choices.find((choice) => choice.value === value.toLowerCase())?.value ?? value;
    return ui.selectField({ ...options, choices, value: chosen, blank: pageWords[language].any });
  }
  // An instant may be given where a day is asked for; the control of a day could not hold it.
  const isDay = filter.asks === 'first day' || filter.asks === 'last day';
  const type = isDay && /^(\d{4}-\d\d-\d\d)?$/.test(value) ? 'date' : 'text';
  return ui.textField({ ...options, type, value });
}

function labelOf(filter: DeclaredFilter, { label }: Field<never>, language: ui.Language): string {
  if (filter.label !== undefined) return ui.translation(filter.label)[language];
  const say = pageWords[language];
  const field = capitalised(label[language]);
  switch (filter.asks) {
    case 'part':
      return say.part(field);
    case 'first day':
      return say.firstDay(field);
    case 'last day':
      return say.lastDay(field);
    case 'year':
      return say.year(field);
    case 'value':
    case 'text':
    case 'yes or no':
      return field;
  }
}

function orderChoices<Services>(
  fields: readonly Field<never>[],
  chosen: string,
  { language }: KnownRequest<Services>,
): ui.Choice[] {
  const say = pageWords[language];
  const choices = fields.flatMap(({ name, label }) => [
    { value: name, label: say.ascending(capitalised(label[language])) },
    { value: `-${name}`, label: say.descending(capitalised(label[language])) },
  ]);
  const isKnown = chosen === '' || choices.some(({ value }) => value === chosen);
  return isKnown ? choices : [...choices, { value: chosen, label: chosen }];
}
