import type { Request } from 'express';
import { InputError } from './input-error.ts';

/**
 * The query's parameters, each at most once and none that is not known here.
 *
 * @throws InputError  `invalid_query`
 */
export function queryOf<Name extends string>(
  request: Request,
  known: readonly Name[],
): Partial<Record<Name, string>> {
  const query: Partial<Record<Name, string>> = {};
  for (const [name, value] of Object.entries(request.query)) {
    const parameter = known.find((candidate) => candidate === name);
    if (parameter === undefined) {
      throw new InputError(
        'invalid_query',
        `unknown query parameter "${name}"; known here: ${known.join(', ') || 'none'}`,
      );
    }
    if (typeof value !== 'string')
      throw new InputError('invalid_query', `${name} is given twice; send it once`);
    query[parameter] = value;
  }
  return query;
}

/**
 * A query parameter that counts from 1; undefined when it is absent.
 *
 * @throws InputError  `invalid_query`
 */
export function countingNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InputError('invalid_query', `${name} must be a whole number from 1, got "${text}"`);
}
