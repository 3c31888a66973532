import type { Paging } from './query.ts';

/**
 * Addresses of the pages before and after, as clients walk them: the address of this one with the page
 * replaced, and without it for the first page; every other parameter stays. After a page that ended early, it goes on
 * by the place of the next row.
 *
 * @param address  of the request: path and query below the public address
 */
export function pageLinks(
  address: string,
  paging: Paging & { total: number; shown: number },
): { next: string | null; previous: string | null } {
  const { limit, total, shown } = paging;
  if ('offset' in paging) {
    const { offset } = paging;
    const [before, after] = [Math.max(0, offset - limit), offset + (shown || limit)];
    return {
      next: after < total ? withParameter(address, 'offset', String(after)) : null,
      previous: offset > 0 ? withParameter(address, 'offset', before === 0 ? null : String(before)) : null,
    };
  }
  const last = lastPage(total, limit);
  const page = paging.page === 'last' ? last : paging.page;
  const after = (page - 1) * limit + shown;
  const endsEarly = shown > 0 && after < Math.min(page * limit, total);
  const following = page < last ? withParameter(address, 'page', String(page + 1)) : null;
  return {
    next: endsEarly
      ? withParameter(withParameter(address, 'page', null), 'offset', String(after))
      : following,
    previous: page > 1 ? pageAt(address, page - 1) : null,
  };
}

/** The number of the last page; an empty list has one. */
export function lastPage(total: number, limit: number): number {
  return Math.max(1, Math.ceil(total / limit));
}

function pageAt(address: string, page: number): string {
  // Without a page, an offset that was overruled would count again.
  const isPlain = page === 1 && !new URL(address).searchParams.has('offset');
  return withParameter(address, 'page', isPlain ? null : String(page));
}

function withParameter(address: string, name: string, value: string | null): string {
  const url = new URL(address);
  if (value === null) url.searchParams.delete(name);
  else url.searchParams.set(name, value);
  return url.href;
}
