import { answerOf } from './answer-of.ts';

/** A client of openapi-fetch, of whichever API. */
export interface AnyApi {
  readonly GET: unknown;
}

/** Its `GET`, for who knows what an address answers without the types of that API. */
export function getOf<Data>({ GET }: AnyApi) {
  return GET as (path: string, options: object) => Promise<{ data?: Data; response: Response }>;
}

interface Page<Item> {
  results: Item[];
  next: string | null;
}

type AnsweringPages<Item> = { get: { responses: { 200: { content: { 'application/json': Page<Item> } } } } };

/** Addresses of an API that answer lists, page by page. */
export type ListPathIn<Paths> = {
  [Path in keyof Paths]: Paths[Path] extends AnsweringPages<unknown>
    ? Path extends `${string}{${string}`
      ? never
      : Path
    : never;
}[keyof Paths];

/** What stands in such a list. */
export type ListedAt<Address> = Address extends AnsweringPages<infer Item> ? Item : never;

/** Filters, order and `page_size` of such a list. */
export type ListQueryAt<Address> = Address extends { get: { parameters: { query?: infer Query } } }
  ? NonNullable<Query>
  : never;

/** All of a list, one after the other; the next page is asked for when it is wanted. @throws ApiError */
export async function* itemsOf<Item>(
  api: AnyApi,
  path: string,
  query: object | undefined,
): AsyncGenerator<Item, void> {
  const get = getOf<Page<Item>>(api);
  let page = await answerOf(get(path, { params: { query } }));
  for (;;) {
    yield* page.results;
    if (page.next === null) return;
    // Only the query is taken over: `next` has the public address of the service, which may not be reachable here.
    const { search } = new URL(page.next);
    page = await answerOf(get(path, { params: { query: {} }, querySerializer: () => search.slice(1) }));
  }
}
