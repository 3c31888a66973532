import type { IncomingMessage } from 'node:http';

/** Whether the request carries a body at all (RFC 9112 §6.3). */
export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
