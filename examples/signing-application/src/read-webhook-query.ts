import type { DocumentRef, Kind } from './document.ts';

const kinds = new Map<string, Kind>([
  ['conventionid', 'conventions'],
  ['avenantid', 'avenants'],
]);

/**
 * Which document a webhook call is about: `?conventionid=<id>` or `?avenantid=<id>`, never both (contract §4).
 *
 * Other parameters are ignored: they may have been part of the address given to the institution.
 *
 * @returns undefined when there is not exactly one of the two, once, with an id
 */
export function readWebhookQuery(query: URLSearchParams): DocumentRef | undefined {
  const found = [...query].filter(([name]) => kinds.has(name));
  const [name, id] = found[0] ?? [];
  const kind = kinds.get(name ?? '');
  // The contract leaves the form of an id open. It becomes part of a path: letters, digits and dashes are safe.
  if (found.length !== 1 || kind === undefined || id === undefined || !/^[\w-]{1,64}$/.test(id))
    return undefined;
  return { kind, id };
}
