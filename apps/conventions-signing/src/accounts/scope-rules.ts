import type { Scope } from '../domain/scope.ts';
import { AccountError } from './account-error.ts';

/** Of departments and workflows together. */
export const maxScopeNames = 100;
/** Of a name, in characters; no department is longer. */
const maxCharacters = 200;

/**
 * Refuses a scope that names nothing, too much, or what no record can have.
 *
 * @throws AccountError `invalid_scope`
 */
export function checkScope(scope: Scope): void {
  if (scope === 'everything') return;
  const names = [...scope.departments, ...scope.workflows];
  const isName = (name: string) =>
    name.trim() !== '' && [...name].length <= maxCharacters && !/\p{Cc}/u.test(name) && name.isWellFormed();
  if (names.length === 0 || names.length > maxScopeNames || !names.every(isName))
    throw new AccountError('invalid_scope', { maxScopeNames, maxCharacters });
}
