import type { Request } from 'express';
import type { z } from 'zod';
import { queryIn } from '../query-in.ts';

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

/** The query again, as it stands in an address, with other members or without some (undefined). */
export function addressQuery(
  { query }: Pick<Request, 'query'>,
  schema: z.ZodObject,
  changes: Record<string, string | undefined> = {},
): string {
  const members = Object.entries({ ...givenIn(query, schema), ...changes });
  const texts = members.flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  return texts.length === 0 ? '' : `?${new URLSearchParams(texts)}`;
}

function givenIn(query: Request['query'], schema: z.ZodObject): Request['query'] {
  return Object.fromEntries(
    Object.entries(query).filter(([name, value]) => Object.hasOwn(schema.shape, name) && value !== ''),
  );
}
