import type { Request } from 'express';
import { SigningError } from '../../signing/errors.ts';
import { isUuid } from './is-uuid.ts';

/**
 * The id of the delivery that the path names.
 *
 * @throws SigningError  `delivery_not_found` when no delivery can have it
 */
export function deliveryIdIn(request: Request): string {
  const id = String(request.params.id);
  if (!isUuid(id))
    throw new SigningError('delivery_not_found', 'the id in the path is not the id of a delivery');
  return id;
}
