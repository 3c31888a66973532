import type { Request } from 'express';
import { type Engine, type Known, parseContext, requesterOf, showContext } from '../engine.ts';
import { InvalidInput, Refusal } from '../errors.ts';
import { choiceIn, filterConditions, parametersOf, requireKnown } from '../query.ts';
import { gatherContext } from '../show-rows.ts';
import type { ReadRows } from './exchange-store.ts';
import { exportLines, type Leaving, type LineFormat, lineFormats } from './export-lines.ts';
import { noSuchResource, type Travelling } from './travelling.ts';

/** Who asks, and what means nothing to an export and is no error either. */
type Asker<Services> = Known<Services> & { engine: Pick<Engine<Services>, 'toleratedParameters'> };

/**
 * What a query asks for: the objects that the caller may list, as the filters say, each after what it refers to. The `name`
 * is that of its file, without an ending; `count` about how many objects there are; `lines` tells of each number of objects
 * that were read.
 *
 * @throws InvalidInput, Refusal
 */
export async function exportAsked<Services>(
  travelling: ReadonlyMap<string, Travelling<Services>>,
  known: Asker<Services>,
  given: Record<string, unknown>,
) {
  const query = given as Request['query'];
  const format = choiceIn(parametersOf({ query }), 'as', lineFormats) ?? 'jsonl';
  const leaving = await leavingOf(travelling, known, { query, format });
  const context = { ...showContext(known), base: '' };
  const gather = gatherContext({ ...known, format: 'json' });
  return {
    name: leaving.length === 1 ? String(leaving[0]?.travelling.resource.path) : 'all',
    format,
    async count(): Promise<number> {
      const one = { columns: ['id'], order: [{ columns: ['id'], descending: false }], offset: 0, limit: 1 };
      const totals = leaving.map(async ({ travelling: { resource }, conditions }) => {
        const store = known.engine.storeOf(resource.table);
        return (await store.list({ ...one, conditions }, requesterOf(known))).total;
      });
      return (await Promise.all(totals)).reduce((sum, total) => sum + total, 0);
    },
    lines: (rows: ReadRows, onRead?: (count: number) => void) =>
      exportLines(leaving, { format, rows, context, gather, onRead }),
  };
}

/** @throws InvalidInput, Refusal */
async function leavingOf<Services>(
  travelling: ReadonlyMap<string, Travelling<Services>>,
  known: Asker<Services>,
  { query, format }: { query: Request['query']; format: LineFormat },
): Promise<Leaving<Services>[]> {
  const { caller } = known;
  const parameters = parametersOf({ query });
  const asked = parameters
    .get('resource')
    ?.split(',')
    .map((name) => name.trim());
  if (asked?.some((name) => !travelling.has(name))) throw noSuchResource([...travelling.keys()]);
  const mayList = (path: string) => travelling.get(path)?.resource.rights.may(caller, 'list') === true;
  if (asked?.some((path) => !mayList(path))) throw new Refusal('permission_denied');
  const chosen = [...travelling].filter(([path, { isWritten }]) =>
    asked === undefined ? isWritten && mayList(path) : asked.includes(path),
  );
  if (format === 'csv' && chosen.length !== 1)
    throw new InvalidInput({ resource: [{ code: 'one_resource' }] });
  const single = chosen.length === 1 ? chosen[0]?.[1].resource : undefined;
  requireKnown(parameters, {
    filters: ['resource', 'as', ...(single?.filters.keys() ?? [])],
    tolerated: known.engine.toleratedParameters,
  });
  const filters = single === undefined ? [] : await filterConditions({ query }, single, parseContext(known));
  return chosen.map(([, one]) => {
    const { rights } = one.resource;
    const conditions = [...(rights.lists?.(caller) ?? rights.sees(caller)), ...filters];
    return { travelling: one, conditions };
  });
}
