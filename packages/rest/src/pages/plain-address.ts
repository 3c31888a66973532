import type { Request } from 'express';
import { parametersOf } from '../query.ts';
import { addressWith } from './sight.ts';

/**
 * The address without the parameters that are empty, as a form sends them for its empty boxes; undefined when there
 * are none: it is fit to be kept or passed on.
 */
export function plainAddress(request: Request): string | undefined {
  const isPlain = Object.values(request.query)
    .flat()
    .every((value) => typeof value === 'string' && value.trim() !== '');
  return isPlain ? undefined : addressWith(request, Object.fromEntries(parametersOf(request)));
}
