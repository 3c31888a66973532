import { idempotencyKeyIn, idempotencyKeyRule } from '@campus/service';
import type { Request } from 'express';
import { Refusal } from './errors.ts';
import type { Resource } from './resource.ts';

/**
 * By what a creation is told from itself sent again; undefined: the client says nothing, or the resource takes nothing.
 *
 * @throws Refusal  400
 */
export function repeatKeyOf<Services>(
  { isRepeatable }: Pick<Resource<Services>, 'isRepeatable'>,
  request: Request | undefined,
): string | undefined {
  const key = isRepeatable && request !== undefined ? idempotencyKeyIn(request) : undefined;
  if (key !== null) return key;
  throw new Refusal('malformed_request', {
    values: { reason: `Idempotency-Key must be ${idempotencyKeyRule}` },
  });
}
