import type { Request, RequestHandler } from 'express';
import { InputError } from '../receive/input-error.ts';

/** What routes answer. */
type Answered = 'application/json' | 'application/pdf' | 'application/zip' | 'text/csv';

/**
 * Refuses a caller who cannot take what the route answers, before anything is done.
 *
 * @throws InputError  `not_acceptable`
 */
export function requireAccept(request: Request, ...types: Answered[]): void {
  if (request.accepts(types) !== false) return;
  throw new InputError(
    'not_acceptable',
    `this answers ${types.join(' or ')}, which the Accept header excludes`,
  );
}

/** The same in a table of routes. */
export function answering(...types: Answered[]): RequestHandler {
  return (request, _response, next) => {
    requireAccept(request, ...types);
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
