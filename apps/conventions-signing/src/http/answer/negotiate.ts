import type { Request, RequestHandler } from 'express';
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

/** The same in a table of routes. */
export function answering(type: 'application/json' | 'application/pdf'): RequestHandler {
  return (request, _response, next) => {
    requireAccept(request, type);
    next();
  };
}

/** What most routes answer. */
export const json = answering('application/json');

/**
 * The type of the body, one of `types`; another one is refused before the body is read.
 *
 * @throws InputError  `unsupported_media_type`
 */
export function requireContentType<Type extends string>(request: Request, types: readonly Type[]): Type {
  const given = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  const type = types.find((candidate) => candidate === given);
  if (type !== undefined) return type;
  const expected = types.join(' or ');
  throw new InputError(
    'unsupported_media_type',
    given === undefined
      ? `the request has no Content-Type; send ${expected}`
      : `send ${expected}, not ${given}`,
  );
}
