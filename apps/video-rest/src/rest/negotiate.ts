import type { Request } from 'express';
import { Refusal } from './errors.ts';
import { mediaTypes } from './read-body.ts';

/**
 * Refuses a caller who cannot take JSON: an unknown `?format=` is a 404 and an Accept header without JSON a
 * 406, as clients of this kind of platform expect. A format in the query wins over the header.
 *
 * @throws Refusal
 */
export function requireJson(request: Request): void {
  const { format: given } = request.query;
  const format = Array.isArray(given) ? given.at(-1) : given;
  if (typeof format === 'string' && format !== '') {
    if (format !== 'json') throw new Refusal('not_found');
    return;
  }
  requireAccepted(request, [mediaTypes.json]);
}

/**
 * Refuses a caller who takes none of these media types (RFC 9110 §12.5.1). Parameters such as `charset=utf-8`
 * or `indent=4` make no other type of one.
 *
 * @throws Refusal
 */
export function requireAccepted(request: Request, types: readonly string[]): void {
  const { accept } = request.headers;
  if (accept === undefined || request.accepts(...types) !== false) return;
  const named = accept.split(',').filter((range) => !/;\s*q=0(?:\.0*)?\s*(?:;|$)/i.test(range));
  const bare = named.map((range) => range.split(';', 1)[0]?.trim().toLowerCase() ?? '');
  if (!types.some((type) => bare.includes(type))) throw new Refusal('not_acceptable');
}
