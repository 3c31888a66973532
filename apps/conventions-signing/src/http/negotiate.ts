import type { Request } from 'express';
import { InputError } from './input-error.ts';

/**
 * Refuses a caller who cannot take what the route answers, before anything is done.
 *
 * @throws InputError  `not_acceptable`
 */
export function requireAccept(request: Request, type: 'application/json' | 'application/pdf'): void {
  if (request.accepts(type) !== false) return;
  throw new InputError('not_acceptable', `this answers ${type}, which the Accept header excludes`);
}

/**
 * Refuses a body of another type, before it is read.
 *
 * @throws InputError  `unsupported_media_type`
 */
export function requireContentType(request: Request, types: readonly string[]): void {
  const given = request.headers['content-type'];
  if (given !== undefined && types.some((type) => given.split(';', 1)[0]?.trim().toLowerCase() === type))
    return;
  const expected = types.join(' or ');
  throw new InputError(
    'unsupported_media_type',
    given === undefined
      ? `the request has no Content-Type; send ${expected}`
      : `send ${expected}, not ${given.split(';', 1)[0]}`,
  );
}
