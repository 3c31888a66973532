import { type KnownRequest, requesterOf, showContext } from '../engine.ts';
import type { LinkTarget } from '../field.ts';
import { nameOf } from '../name-of.ts';
import type { Resource } from '../resource.ts';
import { maxShownBytes } from '../show-rows.ts';
import type { Row } from '../store.ts';

/** The objects of one resource that are named on a page. */
const maxNamed = 300;

/**
 * What people call the objects that rows refer to, by their addresses: one statement for each resource that they are of,
 * however many rows there are. Those that the caller may not see have no name.
 */
export async function relatedNames<Services>(
  { fields }: Resource<Services>,
  rows: readonly Row[],
  known: KnownRequest<Services>,
): Promise<ReadonlyMap<string, string>> {
  const { engine, caller, language } = known;
  const context = showContext(known);
  const targets = new Map<string, { target: LinkTarget; addresses: Map<number, string> }>();
  for (const { target: targetOf, columns, writeOnly, show } of fields) {
    const target = targetOf?.();
    if (target === undefined || writeOnly || !target.rights.may(caller, 'retrieve')) continue;
    const { addresses } = targets.get(target.table) ?? { addresses: new Map<number, string>() };
    targets.set(target.table, { target, addresses });
    for (const row of rows) {
      const ids = [row[columns[0] ?? '']].flat();
      const shown = [show(row, context)].flat();
      for (const [place, id] of ids.entries()) {
        const address = shown[place];
        if (typeof id === 'number' && typeof address === 'string') addresses.set(id, address);
      }
    }
  }
  const names = new Map<string, string>();
  for (const { target, addresses } of targets.values()) {
    const ids = [...addresses.keys()].slice(0, maxNamed);
    if (ids.length === 0) continue;
    const naming = [target.nameField, ...target.nameDetails].flatMap((field) => field?.columns ?? []);
    const columns = [...new Set(['id', target.lookup.column, ...naming])];
    const conditions = target.rights.sees(caller);
    const { rows: found } = await engine
      .storeOf(target.table)
      .pick({ columns, ids, conditions, maxBytes: maxShownBytes }, requesterOf(known));
    for (const row of found) names.set(addresses.get(Number(row.id)) ?? '', nameOf(target, row, language));
  }
  return names;
}
