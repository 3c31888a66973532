/**
 * Pure: the name of a route in the figures, `/api/conventions/:id`.
 *
 * @param mountedAt  the start of the address that routers were mounted at, in the spelling of the request
 * @param pattern    the route's own, as Express takes it: a text, an expression whose named groups tell what they
 *   stand for, or several
 */
export function routeLabel(mountedAt: string, pattern: unknown): string {
  // Express matches in any case; one route has one name.
  const base = mountedAt.toLowerCase();
  const patterns: unknown[] = Array.isArray(pattern) ? pattern : [pattern];
  return base + patterns.map(nameOf).join('|');
}

function nameOf(pattern: unknown): string {
  if (!(pattern instanceof RegExp)) return String(pattern);
  return pattern.source
    .replace(/\(\?<(\w+)>(?:\[[^\]]*\]|\\.|[^()[\]])*\)/g, ':$1')
    .replace(/^\^|\$$/g, '')
    .replaceAll('\\/?', '/')
    .replaceAll('\\', '');
}
