import type { Language } from '@campus/pages';
import type { Caller } from '../caller.ts';
import type { Explain } from '../errors.ts';
import type { Field } from '../field.ts';
import { idOf } from '../lookup.ts';
import type { Message } from '../messages.ts';
import type { Row } from '../store.ts';
import type { ExchangeStore } from './exchange-store.ts';
import { isDeep, type ReadLine, start } from './read-lines.ts';
import type { Travelling } from './travelling.ts';

/** What an import works with. */
export interface Importing<Services> {
  store: ExchangeStore;
  /** What travels, by the path of its resource. */
  travelling: ReadonlyMap<string, Travelling<Services>>;
  services: Services;
  /** In whose name, and with whose rights. */
  caller: Caller;
  /** Of the report, and of texts that come in no language of their own. */
  language: Language;
  timeZone: string;
  /** The public address of the instance, and the host that the request named. */
  base: string;
  requestHost: string;
  /** What the application refuses of lines that are sent, and of the whole. */
  explain?: Explain;
}

/** Of which row a line is, and what it does to that: nothing, when `does` is undefined. */
export interface Done {
  id: number;
  does: 'create' | 'update' | undefined;
}

/** What is done for lines in the transaction that writes them, or finds nothing to write; the application knows that. */
export type DoneAlongside = (
  transaction: unknown,
  done: readonly (Done & { line: ReadLine })[],
) => Promise<void>;

/** A line, and what it is of. */
export interface Coming<Services> {
  line: ReadLine;
  travelling: Travelling<Services>;
}

/** The same on its way. */
export interface Judged<Services> extends Coming<Services> {
  /** What it says, by field. */
  members: Record<string, unknown>;
  /** What is wrong with it, by field; empty: nothing is known to be. */
  problems: Map<string, Message[]>;
  /** What is there already; null: nothing is. */
  row: Row | null;
  /** The columns that it writes. */
  values: Row;
}

/** What a line says, lists that stand in a cell taken apart. */
export function membersIn<Services>({ line, travelling }: Coming<Services>): Record<string, unknown> {
  return line.isTable ? takenApart(line.members, travelling.fields) : { ...line.members };
}

/** What a file is known by has a cell of its own for each member. */
function takenApart(
  members: Readonly<Record<string, unknown>>,
  fields: readonly Pick<Field<never>, 'name' | 'isList' | 'stored'>[],
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => {
      const { isList = false, stored = [] } = fields.find((field) => field.name === name) ?? {};
      if (isList) return [name, listIn(value)];
      const isSeveral = stored.length > 0 && typeof value === 'object' && value !== null;
      return [name, isSeveral ? takenApart(value as Record<string, unknown>, stored) : value];
    }),
  );
}

function listIn(cell: unknown): unknown {
  if (typeof cell !== 'string') return undefined;
  try {
    const list: unknown = JSON.parse(cell);
    return Array.isArray(list) && !isDeep(list) ? list : [cell];
  } catch {
    return [cell];
  }
}

/** An empty cell: nothing where there may be nothing, else as if it were not there. */
export function cellValue<Services>(
  { nullable, isFile, isTranslated }: Field<Services>,
  cell: unknown,
): unknown {
  return cell === null && !nullable && !isFile && !isTranslated ? undefined : cell;
}

/** The id that a line gives its object; undefined: none, or nothing that can be one. */
export function idIn({ id }: Record<string, unknown>): Row | undefined {
  const given = typeof id === 'string' || typeof id === 'number' ? idOf(String(id)) : null;
  return given === null ? undefined : { id: given };
}

/** What two lines of one object may have alike: the values of a key, of a text in languages each by itself. */
export function textsIn(values: readonly unknown[]): string[] {
  const [only] = values;
  const isTranslated = values.length === 1 && typeof only === 'object' && only !== null;
  const each = isTranslated ? Object.values(only).filter((text) => text !== null) : undefined;
  return (each?.map((text) => [text]) ?? [values]).map((one) => JSON.stringify(one));
}

/** How a line tells its object from others, for people: by the best of its keys that it has whole, else by its first text. */
export function calledIn<Services>({
  travelling: { keys, fields },
  members,
}: Pick<Judged<Services>, 'travelling' | 'members'>): string {
  for (const key of [...keys, ...fields.map((field) => [field])]) {
    const texts = key.map(({ name }) => [members[name]].flatMap(wordsOf)[0] ?? '');
    if (!texts.includes('')) return start(texts.join(', '));
  }
  return '';
}

/** Of a text in languages, that of each. */
function wordsOf(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(wordsOf);
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
}

/** How the object of a line is named in the file. */
export function ownOf<Services>({
  travelling,
  members,
}: Pick<Judged<Services>, 'travelling' | 'members'>): Row {
  const own: Row = { ...idIn(members) };
  for (const { type, name, columns } of travelling.fields)
    if (type === 'slug' && typeof members[name] === 'string') own[columns[0] ?? ''] = members[name];
  return own;
}
