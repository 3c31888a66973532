import type { Request } from 'express';
import { type Engine, type Known, parseContext, requesterOf, showContext } from '../engine.ts';
import { InvalidInput, Refusal } from '../errors.ts';
import { filterConditions, parametersOf, requireKnown } from '../query.ts';
import { gatherContext } from '../show-rows.ts';
import type { Condition } from '../store.ts';
import type { ReadRows } from './exchange-store.ts';
import { exportLines, type Leaving, type LineFormat } from './export-lines.ts';
import type { Travelling } from './travelling.ts';

type Query = Request['query'];

/** Who asks, and what means nothing to an export and is no error either. */
type Asker<Services> = Known<Services> & { engine: Pick<Engine<Services>, 'toleratedParameters'> };

/** Parameters of an export beside the filters of its resource. */
const own = ['resource', 'as'];

/** What is to leave. */
interface AskedLines {
  /** Of its file, without an ending. */
  name: string;
  format: LineFormat;
  /** About how many objects there are. */
  count(): Promise<number>;
  /** @param onRead  told of each number of objects that were read */
  lines(rows: ReadRows, onRead?: (count: number) => void): AsyncGenerator<Buffer>;
}

/**
 * What a query asks for: the objects that the caller may list, as the filters say, each after what it refers to.
 *
 * @throws InvalidInput, Refusal
 */
export async function exportAsked<Services>(
  travelling: ReadonlyMap<string, Travelling<Services>>,
  known: Asker<Services>,
  query: Record<string, unknown>,
): Promise<AskedLines> {
  const format = formatAsked(query as Query);
  const leaving = await leavingOf(travelling, known, { query: query as Query, format });
  const context = { ...showContext(known), base: '' };
  const gather = gatherContext({ ...known, format: 'json' });
  return {
    name: leaving.length === 1 ? String(leaving[0]?.travelling.resource.path) : 'all',
    format,
    async count() {
      const one = { columns: ['id'], order: [{ columns: ['id'], descending: false }], offset: 0, limit: 1 };
      const totals = leaving.map(async ({ travelling: { resource }, conditions }) => {
        const list = { ...one, conditions: conditions as Condition[] };
        return (await known.engine.storeOf(resource.table).list(list, requesterOf(known))).total;
      });
      return (await Promise.all(totals)).reduce((sum, total) => sum + total, 0);
    },
    lines: (rows, onRead) =>
      exportLines(leaving, {
        ...{ format, context, gather },
        rows: onRead === undefined ? rows : (asked) => told(rows(asked), onRead),
      }),
  };
}

async function* told<Of extends readonly unknown[]>(
  pieces: AsyncIterable<Of>,
  onRead: (count: number) => void,
): AsyncGenerator<Of> {
  for await (const piece of pieces) {
    yield piece;
    onRead(piece.length);
  }
}

/** @throws InvalidInput */
function formatAsked(query: Query): LineFormat {
  const given = parametersOf({ query }).get('as') ?? 'jsonl';
  if (given === 'jsonl' || given === 'csv') return given;
  throw new InvalidInput({
    as: [
      { code: 'not_a_choice', values: { value: given } },
      { code: 'choices', values: { choices: 'jsonl, csv' } },
    ],
  });
}

/** @throws InvalidInput, Refusal */
async function leavingOf<Services>(
  travelling: ReadonlyMap<string, Travelling<Services>>,
  known: Asker<Services>,
  { query, format }: { query: Query; format: LineFormat },
): Promise<Leaving<Services>[]> {
  const { caller } = known;
  const parameters = parametersOf({ query });
  const asked = parameters
    .get('resource')
    ?.split(',')
    .map((name) => name.trim());
  const unknown = asked?.filter((name) => !travelling.has(name)) ?? [];
  const names = [...travelling.keys()].join(', ');
  if (unknown.length > 0)
    throw new InvalidInput({ resource: [{ code: 'no_such_resource', values: { known: names } }] });
  const mayList = (path: string) => travelling.get(path)?.resource.rights.may(caller, 'list') === true;
  if (asked?.some((path) => !mayList(path))) throw new Refusal('permission_denied');
  const chosen = [...travelling].filter(([path, { isWritten }]) =>
    asked === undefined ? isWritten && mayList(path) : asked.includes(path),
  );
  if (format === 'csv' && chosen.length !== 1)
    throw new InvalidInput({ resource: [{ code: 'one_resource' }] });
  const single = chosen.length === 1 ? chosen[0]?.[1].resource : undefined;
  requireKnown(parameters, {
    filters: [...own, ...(single?.filters.keys() ?? [])],
    tolerated: known.engine.toleratedParameters,
  });
  const filters = single === undefined ? [] : await filterConditions({ query }, single, parseContext(known));
  return chosen.map(([, one]) => {
    const { rights } = one.resource;
    return {
      travelling: one,
      conditions: [...(rights.lists?.(caller) ?? rights.sees(caller)), ...filters],
    };
  });
}
