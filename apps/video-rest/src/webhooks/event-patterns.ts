/** What can be heard of: resources by their paths, and what becomes of their objects. */
export const heardOf = {
  resources: [
    'videos',
    'contributors',
    'chapters',
    'overlays',
    'enrichments',
    'documents',
    'tracks',
    'types',
    'disciplines',
    'channels',
    'themes',
    'playlists',
    'broadcasters',
    'buildings',
    'events',
  ],
  kinds: ['created', 'changed', 'encoded', 'failed', 'deleted'],
};

/** A webhook has at most so many. */
export const maxPatterns = 50;

/** Whether this names events, such as `videos.encoded`, `videos.*`, `*.deleted` or `*`. */
export function isEventPattern(text: string): boolean {
  const [resource = '', kind = '*', ...more] = text.split('.');
  const { resources, kinds } = heardOf;
  return more.length === 0 && ['*', ...resources].includes(resource) && ['*', ...kinds].includes(kind);
}

/** Whether one of these patterns is about this event. */
export function isWanted(patterns: readonly string[], event: string): boolean {
  const [resource, kind] = event.split('.');
  return patterns.some((pattern) => {
    const [wantedResource, wantedKind = '*'] = pattern.split('.');
    return [resource, '*'].includes(wantedResource) && [kind, '*'].includes(wantedKind);
  });
}
