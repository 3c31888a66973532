import type { ListQuery, Store } from '@campus/rest';
import { type Listing, listedIds } from './listed-ids.ts';
import { pickRows } from './pick-rows.ts';

/**
 * One page of a list, and how many rows there are on all pages.
 *
 * Its ids are found first, over an index alone, and then their rows. In one statement both would be planned anew for every
 * page, since the size of a page decides about its plan, and planning all that a video joins takes PostgreSQL 0.8 ms,
 * three times as long as reading a page.
 */
export async function listRows(
  listing: Listing,
  { columns, maxBytes = Number.MAX_SAFE_INTEGER, ...asked }: ListQuery,
): ReturnType<Store['list']> {
  const { ids, total, isEstimate } = await listedIds(listing, asked);
  const { db, over } = listing;
  const picked =
    ids.length === 0
      ? { rows: [], bytes: 0 }
      : await pickRows(db, over(), { columns, conditions: [], ids, maxBytes });
  return { total, isEstimate, ...picked };
}
