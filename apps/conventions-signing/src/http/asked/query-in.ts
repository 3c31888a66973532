import type { Request } from 'express';
import type { z } from 'zod';
import { InputError } from '../receive/input-error.ts';

/**
 * The query of a request as its schema gives it.
 *
 * @throws InputError  `invalid_query` with every problem; an unknown name is told those that exist
 */
export function queryIn<Query extends z.ZodObject>(
  request: Pick<Request, 'query'>,
  schema: Query,
): z.output<Query> {
  const result = schema.safeParse(request.query, {
    error: ({ code, input }) =>
      code === 'invalid_type' && Array.isArray(input) ? 'is given twice; send it once' : undefined,
  });
  if (result.success) return result.data;
  const known = Object.keys(schema.shape).join(', ');
  const problems = result.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => `unknown query parameter "${key}"; known here: ${known}`)
      : `${issue.path.join('.')} ${sentence(issue, request.query)}`,
  );
  throw new InputError('invalid_query', problems.join('; '));
}

function sentence(issue: z.core.$ZodIssue, query: Request['query']): string {
  const given = query[String(issue.path[0])];
  const rule = issue.code === 'invalid_value' ? `must be one of ${issue.values.join(', ')}` : issue.message;
  return typeof given === 'string' ? `${rule}, got "${given}"` : rule;
}

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
