import type { Request } from 'express';
import { signableNotFound } from '../signing/refusals.ts';
import type { SignableKind, SignableRef } from '../signing/signable.ts';
import { InputError } from './input-error.ts';

/** PostgreSQL's integer: no record can have a greater id. */
const greatestNumber = 2_147_483_647;

/**
 * The record that the path names.
 *
 * @throws InputError  `not_found` when `{id}` is no positive integer
 * @throws SigningError  `signable_not_found` when no record can have it
 */
export function refIn(request: Request, kind: SignableKind): SignableRef {
  const text = String(request.params.id);
  if (!/^[1-9]\d*$/.test(text))
    throw new InputError('not_found', 'the id in the path is not a positive whole number');
  const number = Number(text);
  if (number > greatestNumber) throw signableNotFound({ kind, number });
  return { kind, number };
}
