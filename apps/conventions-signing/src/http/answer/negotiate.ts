import type { Request } from 'express';
import { InputError } from '../receive/input-error.ts';

/**
 * Refuses a caller who cannot take what the call answers, before anything is done.
 *
 * @throws InputError  `not_acceptable`
 */
export function requireAccept(request: Request, types: readonly string[]): void {
  if (request.accepts([...types]) !== false) return;
  throw new InputError(
    'not_acceptable',
    `this answers ${types.join(' or ')}, which the Accept header excludes`,
  );
}

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
