import type { Scope } from '../domain/scope.ts';

/** A scope as programs print it. */
export function scopeInWords(scope: Scope): string {
  if (scope === 'everything') return scope;
  return [
    ...scope.departments.map((name) => `department ${name}`),
    ...scope.workflows.map((id) => `workflow ${id}`),
  ].join(', ');
}
