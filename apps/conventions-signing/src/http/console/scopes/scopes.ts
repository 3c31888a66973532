import { formText } from '@campus/accounts';
import { colon, type Html, html, type Language, type Problems, textArea } from '@campus/pages';
import type { Request } from 'express';
import { namedScope, type Scope } from '../../../domain/scope.ts';
import { scopeWords } from './scope-words.ts';

/** The fields of a scope; both empty, it is everything. */
export function scopeFields(
  scope: Scope,
  { problems, language }: { problems: Problems; language: Language },
): Html {
  const say = scopeWords[language];
  const { departments, workflows } = scope === 'everything' ? { departments: [], workflows: [] } : scope;
  return html`${textArea({ name: 'departments', label: say.departments, help: say.departmentsHelp, value: departments.join('\n'), errors: problems.departments, rows: 3 })}
${textArea({ name: 'workflows', label: say.workflows, help: say.workflowsHelp, value: workflows.join('\n'), rows: 3 })}`;
}

/** The scope of such a form. */
export function scopeIn(request: Pick<Request, 'body'>): Scope {
  const lines = (name: string) => formText(request, name).split(/\r?\n/);
  return namedScope({ departments: lines('departments'), workflows: lines('workflows') });
}

/** A scope in a line. */
export function scopeText(scope: Scope, language: Language): string {
  const say = scopeWords[language];
  if (scope === 'everything') return say.everything;
  return [[say.departments, scope.departments] as const, [say.workflows, scope.workflows] as const]
    .filter(([, names]) => names.length > 0)
    .map(([label, names]) => `${label}${colon(language)}${names.join(', ')}`)
    .join('; ');
}
