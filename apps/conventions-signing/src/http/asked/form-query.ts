import type { Request } from 'express';
import type { z } from 'zod';
import { queryIn } from './query-in.ts';

/**
 * The query of a page by the schema of the API's list: a form sends its empty fields too, which restrict nothing,
 * and what else stands in an address is not for the list.
 *
 * @throws InputError  `invalid_query`
 */
export function formQuery<Query extends z.ZodObject>(
  { query }: Pick<Request, 'query'>,
  schema: Query,
): z.output<Query> {
  return queryIn({ query: givenIn(query, schema) }, schema);
}

/** What such a query restricts the list by, as it stands in the address. */
export function filterIn({ query }: Pick<Request, 'query'>, schema: z.ZodObject): Record<string, string> {
  const given = Object.entries(givenIn(query, schema));
  return Object.fromEntries(
    given.flatMap(([name, value]): [string, string][] => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

function givenIn(query: Request['query'], schema: z.ZodObject): Request['query'] {
  return Object.fromEntries(
    Object.entries(query).filter(([name, value]) => Object.hasOwn(schema.shape, name) && value !== ''),
  );
}
