import { formTexts } from '@campus/accounts';
import * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import type { Request } from 'express';
import { namedScope, type Scope } from '../../../domain/scope.ts';
import type { KnownPlaces } from './known-places.ts';
import { scopeWords } from './scope-words.ts';

/** The fields of a scope, two more than it has names of each kind; all empty, it is everything. */
export function scopeFields(
  scope: Scope,
  { problems, language, known }: { problems: ui.Problems; language: ui.Language; known: KnownPlaces },
): Html {
  const say = scopeWords[language];
  const { departments, workflows } = scope === 'everything' ? { departments: [], workflows: [] } : scope;
  const fields = (
    name: string,
    values: readonly string[],
    field: { legend: string; help: string; label: (number: number) => string; known: ui.Known },
  ) => html`<fieldset><legend>${field.legend}</legend><p class="help">${field.help}</p>
${[...values, '', ''].map((value, index) =>
  ui.knownField({
    name,
    idPrefix: `field-${index}`,
    label: field.label(index + 1),
    value,
    errors: index === 0 ? problems[name] : undefined,
    known: field.known,
  }),
)}${ui.knownValues(field.known)}</fieldset>`;
  return html`${fields('departments', departments, { legend: say.departments, help: say.departmentsHelp, label: say.department, known: known.department })}
${fields('workflows', workflows, { legend: say.workflows, help: say.workflowsHelp, label: say.workflow, known: known.workflowId })}`;
}

/** The scope of such a form. */
export function scopeIn(request: Pick<Request, 'body'>): Scope {
  const lines = (name: string) => formTexts(request, name).flatMap((text) => text.split(/\r?\n/));
  return namedScope({ departments: lines('departments'), workflows: lines('workflows') });
}

/** A scope in a line. */
export function scopeText(scope: Scope, language: ui.Language): string {
  const say = scopeWords[language];
  if (scope === 'everything') return say.everything;
  return [[say.departments, scope.departments] as const, [say.workflows, scope.workflows] as const]
    .filter(([, names]) => names.length > 0)
    .map(([label, names]) => `${label}${ui.colon(language)}${names.join(', ')}`)
    .join('; ');
}
