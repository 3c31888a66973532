import type { Request } from 'express';
import type { SignableKind, SignableRef } from '../../domain/signable.ts';
import { signableNotFound } from '../../signing/conditions.ts';
import { InputError } from '../receive/input-error.ts';

/** PostgreSQL's integer: no record can have a greater id. */
const greatestNumber = 2_147_483_647;

const wholeNumber = /^[1-9]\d*$/;

/**
 * The record that the path names.
 *
 * @throws InputError  `not_found` when `{id}` is no positive integer
 * @throws SigningError  `signable_not_found` when no record can have it
 */
export function refIn(request: Request, kind: SignableKind): SignableRef {
  const text = String(request.params.id);
  if (!wholeNumber.test(text))
    throw new InputError('not_found', 'the id in the path is not a positive whole number');
  const number = parseNumber(text);
  if (number === undefined) throw signableNotFound({ kind, number: Number(text) });
  return { kind, number };
}

/** A number from 1 that PostgreSQL has as an integer, such as that of a record; undefined when the text says none. */
export function parseNumber(text: string): number | undefined {
  if (!wholeNumber.test(text)) return undefined;
  const number = Number(text);
  return number > greatestNumber ? undefined : number;
}
