import { type Exchange, showContext } from '../exchange.ts';
import { objectUrl } from '../hyperlink.ts';
import { insertWithSlug } from '../make-slug.ts';
import type { Outcome } from '../outcome.ts';
import { showRow } from '../show.ts';
import { reread, write } from './write.ts';

/** Creates an object: 201, all that there is to know about it, and its address in `Location`. */
export async function create<Services>(exchange: Exchange<Services>): Promise<Outcome> {
  const { resource, store, base } = exchange;
  const id = await write(exchange, { mode: 'create', row: null }, (given) =>
    insertWithSlug(exchange, given.values, async (values) =>
      resource.hooks?.create === undefined
        ? store.insert(values)
        : resource.hooks.create({ ...given, values }),
    ),
  );
  const row = await reread(exchange, id);
  const address = objectUrl(base, resource.path, row[resource.lookup.column]);
  return {
    status: 201,
    headers: { Location: address },
    body: showRow(resource, row, showContext(exchange)),
    made: row,
  };
}
