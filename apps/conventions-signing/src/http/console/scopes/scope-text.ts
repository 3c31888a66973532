import { colon, type Language } from '@campus/pages';
import type { Scope } from '../../../domain/scope.ts';
import { scopeWords } from './scope-words.ts';

/** A scope in a line. */
export function scopeText(scope: Scope, language: Language): string {
  const say = scopeWords[language];
  if (scope === 'everything') return say.everything;
  return [[say.departments, scope.departments] as const, [say.workflows, scope.workflows] as const]
    .filter(([, names]) => names.length > 0)
    .map(([label, names]) => `${label}${colon(language)}${names.join(', ')}`)
    .join('; ');
}
