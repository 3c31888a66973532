import { callerOf } from '@campus/auth';
import { idempotencyKeyIn, idempotencyKeyRule } from '@campus/service';
import type { Request } from 'express';
import type { RequestKey } from '../../data/idempotent-answers.ts';
import { InputError } from '../receive/input-error.ts';

/**
 * The request's `Idempotency-Key` with the caller and route that it belongs to; undefined when none was sent.
 *
 * @throws InputError  `invalid_header`
 */
export function idempotencyKeyOf(request: Request): RequestKey | undefined {
  const key = idempotencyKeyIn(request);
  if (key === undefined) return undefined;
  if (key === null) throw new InputError('invalid_header', `Idempotency-Key must be ${idempotencyKeyRule}`);
  const path = request.baseUrl + request.path;
  return { actor: callerOf(request).fingerprint, route: `${request.method} ${path.replace(/\/$/, '')}`, key };
}
