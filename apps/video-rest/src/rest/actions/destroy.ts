import { Refusal } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import type { Translated } from '../language.ts';
import { InUseError } from '../store.ts';
import { find } from './find.ts';

/** Removes an object: 204, or 409 with how many others still refer to it. */
export async function destroy<Services>(
  exchange: Exchange<Services>,
  key: string,
  pluralOf: (table: string) => Translated,
): Promise<void> {
  const { resource, store, caller, engine } = exchange;
  const row = await find(exchange, key);
  if (resource.rights.mayChange?.(caller, row) === false) throw new Refusal('permission_denied');
  try {
    const removed = await (resource.hooks?.remove === undefined
      ? store.remove(Number(row.id))
      : resource.hooks.remove(row, engine.services));
    if (!removed) throw new Refusal('no_such_object', { values: { model: resource.name.en } });
  } catch (error) {
    if (!(error instanceof InUseError)) throw error;
    throw new Refusal('in_use', {
      values: { model: lowerCase(resource.name), count: error.count, users: pluralOf(error.by) },
      cause: error,
    });
  }
}

function lowerCase({ en, fr }: Translated): Translated {
  return { en: en.toLowerCase(), fr: fr.toLowerCase() };
}
