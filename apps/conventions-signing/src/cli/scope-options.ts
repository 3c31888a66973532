import { option, UsageError } from '@campus/service/command-line';
import { namedScope, type Scope } from '../domain/scope.ts';

/** How a usage has them. */
export const scopeForm = '[--department <name>]... [--workflow <id>]...';

/** The options of a command line that name a scope. */
export const scopeOptions = (help: string) => ({
  department: { type: 'string' as const, multiple: true as const, takes: '<name>' },
  workflow: { ...option('<id>', help), multiple: true as const },
});

/**
 * The scope that they name; without any, everything.
 *
 * @throws UsageError  a name is empty, as of a variable that is not set: everything was not asked for
 */
export function scopeIn(values: { department?: string[]; workflow?: string[] }): Scope {
  const { department = [], workflow = [] } = values;
  for (const [option, names] of Object.entries({ department, workflow }))
    if (names.some((name) => name.trim() === '')) throw new UsageError(`--${option} needs a name`);
  return namedScope({ departments: department, workflows: workflow });
}

/** A scope as programs print it. */
export function scopeInWords(scope: Scope): string {
  if (scope === 'everything') return scope;
  return [
    ...scope.departments.map((name) => `department ${name}`),
    ...scope.workflows.map((id) => `workflow ${id}`),
  ].join(', ');
}
