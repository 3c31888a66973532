import type { IncomingMessage } from 'node:http';

/**
 * Makes a path of a request line that names a whole address, as proxies may send it (RFC 9112 §3.2.2): its host is not
 * repeated in links and log lines, where the path alone is meant.
 */
export function stripOrigin(request: IncomingMessage): void {
  const path = request.url?.replace(/^https?:\/\/[^/?]*/i, '');
  if (path === undefined || path === request.url) return;
  request.url = path.startsWith('/') ? path : `/${path}`;
}
