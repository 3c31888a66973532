import type { Request } from 'express';

/**
 * The name of the route that took a request, in the figures: `/api/conventions/:id`, `other` for none.
 *
 * Express forgets where a router is mounted when an error leaves it, and the mount is what stands in the address before
 * the parts that the route's own pattern is about.
 */
export function routeLabel({ route, originalUrl }: Pick<Request, 'route' | 'originalUrl'>): string {
  if (route === undefined) return 'other';
  const names = [route.path].flat().map(String);
  const [address = ''] = originalUrl.split('?', 1);
  // A proxy may name the address with a host before (RFC 9112 §3.2.2).
  const parts = partsOf(address.replace(/^https?:\/\/[^/]*/i, ''));
  const mount = parts.slice(0, Math.max(0, parts.length - partsOf(names[0] ?? '').length));
  // Express matches in any case; one route has one name.
  return mount.map((part) => `/${part.toLowerCase()}`).join('') + names.join('|');
}

function partsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}
