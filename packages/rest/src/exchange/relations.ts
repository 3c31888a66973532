/** What the lines of an import refer to, looked up for many lines at once. */
import type { Caller } from '../caller.ts';
import { FieldProblem, type LinkTarget, type ParseContext } from '../field.ts';
import { conditionAt, objectUrl } from '../hyperlink.ts';
import type { Condition, Row } from '../store.ts';
import type { Writing } from './exchange-store.ts';
import type { Travelling } from './travelling.ts';

type Found = Awaited<ReturnType<ParseContext['look']>>;

/** A value that names an object. */
export interface Named {
  target: LinkTarget;
  condition: Condition;
}

/** Objects that are looked up again rather than kept in memory. */
const mostKept = 20_000;

interface Known {
  id: number;
  /** For whom it is there to be named, looked at, and changed. */
  isNamed: boolean;
  isSeen: boolean;
  isTheirs: boolean;
}

/**
 * What an import has noted of objects: by path, how the file names one, and its id here; what it has made, by path; what of
 * that has an id here that the file does not give it; and ids by which lines have named what was here before.
 */
export interface Noted {
  noted: [path: string, own: Row, id: number | null][];
  made: [path: string, id: number][];
  given: [path: string, id: number][];
  meant?: [path: string, id: number][];
}

export class Relations {
  /** By what names it: those that were found. */
  private readonly known = new Map<string, Known>();
  /** Objects of the file, by the address that they have there, where they have another here; null: not here, or not yet. */
  private readonly moved = new Map<string, number | null>();
  /** What this import has made of those with which others come to be, by path. */
  private readonly made: ReadonlyMap<string, Set<number>>;
  /** Ids that this import has given to what it made, by path: the file means other objects by them. */
  private readonly given = new Map<string, Set<number>>();
  /** Ids by which lines have named what was here before, by path: no line behind them may mean others by them. */
  private readonly meant = new Map<string, Set<number>>();
  private readonly caller: Caller;
  /** Since it was last asked for; undefined: nobody has. */
  private log: Noted | undefined;

  constructor(caller: Caller, all: Iterable<Pick<Travelling<never>, 'resource' | 'keys'>>) {
    this.caller = caller;
    const along = [...all].filter((one) => !one.resource.actions.includes('create'));
    this.made = new Map(along.flatMap((one) => linksIn(one).map(({ path }) => [path, new Set()])));
  }

  noteMade({ path }: Pick<LinkTarget, 'path'>, own: Row, id: number): void {
    this.made.get(path)?.add(id);
    if (this.made.has(path)) this.log?.made.push([path, id]);
    if (own.id !== id) this.noteGiven(path, id);
  }

  private noteGiven(path: string, id: number): void {
    this.given.set(path, (this.given.get(path) ?? new Set()).add(id));
    this.log?.given.push([path, id]);
  }

  private noteMeant(path: string, id: number): void {
    const ids = this.meant.get(path) ?? new Set();
    if (ids.has(id)) return;
    this.meant.set(path, ids.add(id));
    this.log?.meant?.push([path, id]);
  }

  /** Whether lines have named by this id what was here before. */
  isMeant({ path }: Pick<LinkTarget, 'path'>, id: number): boolean {
    return this.meant.get(path)?.has(id) === true;
  }

  /** The id that a row has here, if it is there, of which the file gives the id; undefined: none has it. */
  idHere({ path }: Pick<LinkTarget, 'path'>, id: number): number | undefined {
    return this.moved.get(keyOf(path, 'id', id)) ?? (this.given.get(path)?.has(id) ? undefined : id);
  }

  /** The same here of what the file names; undefined: it is not here, or not yet. */
  here(named: Named): Named | undefined {
    const { target, condition } = named;
    const place = placeOf(condition);
    if (place === undefined) return named;
    const moved = this.moved.get(keyOf(target.path, ...place));
    if (typeof moved === 'number') return byItsId(target, moved);
    const [column, value] = place;
    // Of an id that this import has given to something else, the file means what it has not made.
    const isOfAnother = column === 'id' && this.given.get(target.path)?.has(Number(value));
    return moved === null || isOfAnother ? undefined : named;
  }

  /** What was noted since this was last asked; at first nothing is kept for it. */
  since(): Noted {
    const { log } = this;
    this.log = { noted: [], made: [], given: [], meant: [] };
    return log ?? this.log;
  }

  /** What `since` told of another. */
  goOnBehind({ noted, made, given, meant = [] }: Noted): void {
    for (const [path, id] of given) this.noteGiven(path, id);
    for (const [path, id] of meant) this.noteMeant(path, id);
    for (const [path, own, id] of noted) this.note({ path }, own, id);
    for (const [path, id] of made) this.made.get(path)?.add(id);
    this.since();
  }

  /** Whether a row came to be with another that this import has made, as an owner does with a user. */
  isMadeWith({ resource, keys }: Pick<Travelling<never>, 'resource' | 'keys'>, row: Row | null): boolean {
    if (resource.actions.includes('create')) return false;
    const [key] = keys;
    return (key ?? []).some(({ target, columns }) =>
      columns.some(
        (column) => target !== undefined && this.made.get(target().path)?.has(Number(row?.[column])),
      ),
    );
  }

  /** An object of the file is this one here; null: it is not. */
  note({ path }: Pick<LinkTarget, 'path'>, own: Row, id: number | null): void {
    this.log?.noted.push([path, own, id]);
    for (const [column, value] of Object.entries(own)) {
      if (value === undefined || value === null) continue;
      const key = keyOf(path, column, value);
      this.known.delete(key);
      // An id that was given to it before the file gave it the same is its own after all.
      const isOfItsOwn = id !== null && (column !== 'id' || (value === id && !this.given.get(path)?.has(id)));
      if (isOfItsOwn) this.moved.delete(key);
      else this.moved.set(key, id);
    }
  }

  /**
   * Looks up what is named here and not known yet, by a few statements.
   *
   * @param asGiven  those of them that lines name as they are named here
   */
  async prepare(tx: Writing, given: readonly Named[], asGiven: readonly Named[]): Promise<void> {
    if (this.known.size > mostKept) this.known.clear();
    const groups = new Map<string, { target: LinkTarget; column: string; values: Set<unknown> }>();
    for (const { target, condition } of given) {
      const place = placeOf(condition);
      if (place === undefined || this.known.has(keyOf(target.path, ...place))) continue;
      const [column, value] = place;
      const name = `${target.path} ${column}`;
      const group = groups.get(name) ?? { target, column, values: new Set() };
      groups.set(name, group);
      group.values.add(value);
    }
    for (const group of groups.values()) await this.find(tx, group);
    for (const { target, condition } of asGiven) {
      const found = this.at(target, condition);
      if (found !== undefined && placeOf(condition)?.[0] === 'id') this.noteMeant(target.path, found.id);
    }
  }

  private async find(
    tx: Writing,
    { target, column, values }: { target: LinkTarget; column: string; values: ReadonlySet<unknown> },
  ): Promise<void> {
    const { table, path, rights } = target;
    const sets = [...values].map((value) => ({ [column]: value }));
    const ids = await tx.match(table, sets);
    const found = ids.filter((id) => id !== null);
    const { judgedBy = [], mayChange } = rights;
    const pick = async (conditions: readonly Condition[], columns: readonly string[]) =>
      new Map(
        (await tx.pick(table, { columns: ['id', ...columns], ids: found, conditions })).map((row) => [
          Number(row.id),
          row,
        ]),
      );
    const seen = await pick(rights.sees(this.caller), judgedBy);
    const named = rights.names === undefined ? seen : await pick(rights.names(this.caller), []);
    for (const [place, id] of ids.entries()) {
      if (id === null) continue;
      const row = seen.get(id);
      this.known.set(keyOf(path, column, sets[place]?.[column]), {
        id,
        isNamed: named.has(id),
        isSeen: row !== undefined,
        isTheirs: row !== undefined && mayChange?.(this.caller, row) !== false,
      });
    }
  }

  private at(target: LinkTarget, condition: Condition): Known | undefined {
    const place = placeOf(condition);
    return place && this.known.get(keyOf(target.path, ...place));
  }

  /** As a field asks of a relation, once it is prepared. */
  look: ParseContext['look'] = async (target, condition, use) => {
    const found = this.at(target, condition);
    const isOpen = target.rights.sees(this.caller).length === 0;
    return verdictOf(found, { isOpen, toChange: use?.toChange ?? false, held: use?.held });
  };

  lookAll: ParseContext['lookAll'] = async (target, conditions) => {
    const found = conditions.map((condition) => this.at(target, condition));
    if (found.every((one) => one?.isNamed)) return found.map((one) => Number(one?.id));
    return target.rights.sees(this.caller).length > 0 ? 'hidden' : 'absent';
  };
}

function linksIn({ keys }: Pick<Travelling<never>, 'keys'>): LinkTarget[] {
  return (keys[0] ?? []).flatMap(({ target }) => target?.() ?? []);
}

function verdictOf(
  found: Known | undefined,
  { isOpen, toChange, held }: { isOpen: boolean; toChange: boolean; held: unknown },
): Found {
  if (found === undefined || !(found.isSeen || found.isNamed)) return isOpen ? 'absent' : 'hidden';
  if (toChange && !found.isTheirs) return 'hidden';
  return found.isNamed || found.id === held ? { id: found.id } : 'foreign';
}

/** What a value names, whatever is right or wrong with it; undefined: nothing. */
export function namedBy(
  value: unknown,
  target: LinkTarget,
  context: Pick<ParseContext, 'base' | 'requestHost' | 'caller'>,
): Named | undefined {
  try {
    return { target, condition: conditionAt(value, target, context) };
  } catch (error) {
    if (error instanceof FieldProblem) return undefined;
    throw error;
  }
}

export function byItsId(target: LinkTarget, id: number): Named {
  return { target, condition: { columns: ['id'], operator: 'equals', value: id } };
}

/** The field by which a text names one that it gives no address of, a user by the user name; undefined: there is none. */
export function keyFieldOf({ fields, lookup }: LinkTarget): LinkTarget['fields'][number] | undefined {
  const field =
    fields.find(({ type }) => type === 'slug') ?? fields.find(({ unique }) => unique !== undefined);
  return lookup.column === 'id' ? field : undefined;
}

/** Whether a value may name an object so: a text that is no address. */
export function isKey(value: unknown): value is string {
  if (typeof value !== 'string' || value.trim() === '' || /^\s*(?:https?:\/\/|\/)/i.test(value)) return false;
  // PostgreSQL has none with these.
  return value.isWellFormed() && !value.includes('\0');
}

/** The address of what is named by its id. */
export function addressOf({ target: { path }, condition }: Named): string {
  return objectUrl('', path, placeOf(condition)?.[1]);
}

function placeOf(condition: Condition): readonly [string, unknown] | undefined {
  if (!('operator' in condition) || condition.operator !== 'equals') return undefined;
  return [condition.columns[0] ?? '', condition.value];
}

function keyOf(path: string, column: string, value: unknown): string {
  return `${path} ${column} ${String(value)}`;
}
