import type { paths } from '../generated/management.ts';
import { answerOf } from './answer-of.ts';
import type { ManagementApi } from './api.ts';

type PageOf<Item> = {
  get: { responses: { 200: { content: { 'application/json': { results: Item[]; next: string | null } } } } };
};

/** Addresses that answer lists, page by page. */
export type ListPath = {
  [Path in keyof paths]: paths[Path] extends PageOf<unknown>
    ? Path extends `${string}{id}${string}`
      ? never
      : Path
    : never;
}[keyof paths];

/** What stands in such a list. */
export type Listed<Path extends ListPath> = paths[Path] extends PageOf<infer Item> ? Item : never;

/** Filters, order and `page_size` of a list. */
export type ListQuery<Path extends ListPath> = NonNullable<paths[Path]['get']['parameters']['query']>;

/** All of a list, one after the other; the next page is asked for when it is wanted. @throws ApiError */
export async function* itemsOf<Path extends ListPath>(
  api: ManagementApi,
  path: Path,
  query: ListQuery<Path> | undefined,
): AsyncGenerator<Listed<Path>, void> {
  type Page = { results: Listed<Path>[]; next: string | null };
  // That each of these addresses answers pages is what `ListPath` says.
  const get = api.GET as unknown as (
    path: string,
    options: object,
  ) => Promise<{ data?: Page; response: Response }>;
  let page = await answerOf(get(path, { params: { query } }));
  for (;;) {
    yield* page.results;
    if (page.next === null) return;
    // Only the query is taken over: `next` has the public address of the service, which may not be reachable here.
    const { search } = new URL(page.next);
    page = await answerOf(get(path, { params: { query: {} }, querySerializer: () => search.slice(1) }));
  }
}
