import type { Translated } from '@campus/pages';
import { Refusal } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import type { Outcome } from '../outcome.ts';
import { InUseError } from '../store.ts';
import { findOwn } from './find.ts';

/** Removes an object: 204, or 409 with how many others still refer to it. */
export async function destroy<Services>(
  exchange: Exchange<Services>,
  key: string,
  pluralOf: (table: string) => Translated,
): Promise<Outcome> {
  const { resource, store, engine, caller } = exchange;
  const row = await findOwn(exchange, key);
  try {
    const removed = await (resource.hooks?.remove === undefined
      ? store.remove(Number(row.id))
      : resource.hooks.remove(row, { services: engine.services, caller }));
    if (!removed) throw new Refusal('no_such_object', { values: { model: resource.name.en } });
  } catch (error) {
    if (!(error instanceof InUseError)) throw error;
    throw new Refusal('in_use', {
      values: { model: lowerCase(resource.name), count: error.count, users: pluralOf(error.by) },
      cause: error,
    });
  }
  return { status: 204, headers: {}, body: undefined };
}

function lowerCase({ en, fr }: Translated): Translated {
  return { en: en.toLowerCase(), fr: fr.toLowerCase() };
}
