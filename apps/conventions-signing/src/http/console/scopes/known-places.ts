import type { Queryable } from '@campus/database';
import type { Known, Language } from '@campus/pages';
import { findPlaces } from '../../../data/places.ts';
import type { Scope } from '../../../domain/scope.ts';
import { scopeWords } from './scope-words.ts';

/** What fields of departments and of workflows suggest. */
export type KnownPlaces = Record<'department' | 'workflowId', Known>;

/** The departments, or the workflows, of the records that somebody sees. */
export async function knownPlacesOf(
  of: keyof KnownPlaces,
  { lookups, scope, language }: { lookups: Queryable; scope: Scope; language: Language },
): Promise<Known> {
  const values = await findPlaces(lookups, of, scope);
  const { unknown, unseen } = scopeWords[language];
  return { id: `known-${of}`, values, unknown: (scope === 'everything' ? unknown : unseen)[of] };
}

/** Both of them. */
export async function knownPlaces(asked: Parameters<typeof knownPlacesOf>[1]): Promise<KnownPlaces> {
  const [department, workflowId] = await Promise.all([
    knownPlacesOf('department', asked),
    knownPlacesOf('workflowId', asked),
  ]);
  return { department, workflowId };
}
