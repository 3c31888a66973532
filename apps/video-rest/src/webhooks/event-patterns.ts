import { changeKinds } from '../data/changes.ts';

/** A webhook has at most so many. */
export const maxPatterns = 50;

/**
 * Whether this names events, such as `videos.encoded`, `videos.*`, `*.deleted` or `*`.
 *
 * @param resources  whose objects the feed tells of, by their paths
 */
export function isEventPattern(text: string, resources: readonly string[]): boolean {
  const [resource = '', kind = '*', ...more] = text.split('.');
  return more.length === 0 && ['*', ...resources].includes(resource) && ['*', ...changeKinds].includes(kind);
}

/** Whether one of these patterns is about this event. */
export function isWanted(patterns: readonly string[], event: string): boolean {
  const [resource, kind] = event.split('.');
  return patterns.some((pattern) => {
    const [wantedResource, wantedKind = '*'] = pattern.split('.');
    return [resource, '*'].includes(wantedResource) && [kind, '*'].includes(wantedKind);
  });
}
