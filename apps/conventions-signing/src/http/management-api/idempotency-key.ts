import { callerOf } from '@campus/auth';
import type { Request } from 'express';
import type { RequestKey } from '../../data/idempotent-answers.ts';
import { InputError } from '../answer/input-error.ts';

/**
 * The request's `Idempotency-Key` with the caller and route that it belongs to; undefined when none was sent.
 *
 * @throws InputError  `invalid_header`
 */
export function idempotencyKeyOf(request: Request): RequestKey | undefined {
  const values = request.headersDistinct['idempotency-key'];
  if (values === undefined) return undefined;
  const [key] = values;
  if (values.length !== 1 || key === undefined || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new InputError(
      'invalid_header',
      'Idempotency-Key must be one text of 1 to 255 visible ASCII characters',
    );
  }
  const path = request.baseUrl + request.path;
  return { actor: callerOf(request).fingerprint, route: `${request.method} ${path.replace(/\/$/, '')}`, key };
}
