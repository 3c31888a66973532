import { parse } from 'node:querystring';
import type { SignableFilter } from '../../data/signable-conditions.ts';
import type { Scope } from '../../domain/scope.ts';
import { type SignableKind, signableKinds } from '../../domain/signable.ts';
import { apiListAddress } from '../../wire/api-addresses.ts';
import { InvalidInput } from '../../wire/invalid-input.ts';
import { listQueries } from '../../wire/queries.ts';
import { askedPage } from '../asked/list-filter.ts';
import { queryIn } from '../asked/query-in.ts';
import { InputError } from '../receive/input-error.ts';

const pointer = '/list';

/**
 * What a list shows whose address stands in a body, on all of its pages.
 *
 * @param options  as of `askedPage`
 * @throws InvalidInput
 */
export function listNamedBy(
  address: string,
  options: { scope: Scope; timeZone: string },
): { kind: SignableKind; filter: SignableFilter } {
  const [path, query = ''] = address.split(/\?(.*)/s);
  const kind = signableKinds.find((one) => path === apiListAddress(one));
  if (kind === undefined)
    throw refused(`must begin with ${signableKinds.map((one) => apiListAddress(one)).join(' or ')}`);
  const given = parse(query);
  for (const name of ['page_size', 'before'])
    if (name in given) throw refused(`must name the whole list: leave out ${name}`);
  try {
    return { kind, filter: askedPage(queryIn({ query: given }, listQueries[kind]), options).filter };
  } catch (error) {
    if (error instanceof InputError) throw refused(error.message);
    throw error;
  }
}

function refused(message: string): InvalidInput {
  return new InvalidInput('the body has 1 problem; nothing was changed', [{ pointer, message }]);
}
