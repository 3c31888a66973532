import type { Request } from 'express';
import { SigningError } from '../../signing/errors.ts';
import { isUuid } from './is-uuid.ts';

/**
 * The id of the operation that the path names.
 *
 * @throws SigningError  `operation_not_found` when no operation can have it
 */
export function operationIdIn(request: Request): string {
  const id = String(request.params.id);
  if (!isUuid(id))
    throw new SigningError('operation_not_found', 'the id in the path is not the id of an operation');
  return id;
}
