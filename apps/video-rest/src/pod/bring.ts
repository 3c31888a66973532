import { createHash } from 'node:crypto';
import { OperatorError } from '@campus/config';
import type { Queryable } from '@campus/database';
import {
  type Body,
  changeObject,
  createObject,
  type Field,
  InvalidInput,
  idOf,
  type Known,
  objectUrl,
  parseInstant,
  type ReceivedFile,
  Refusal,
  type Row,
  say,
} from '@campus/rest';
import { type BroughtRow, findBrought, noteBrought, noteMembers, passOverId } from '../data/brought-rows.ts';
import { explainError } from '../http/explain-error.ts';
import type { Services } from '../http/resources/services.ts';
import { CannotCome } from './cannot-come.ts';
import { fetchMedia } from './fetch-media.ts';
import { closing, type Kind, kinds } from './kinds.ts';
import type { Pod } from './pod-client.ts';
import { type Item, isItem } from './read-list.ts';
import type { Outcome, Report } from './report.ts';

/** What bringing works with. */
export interface BringDeps {
  pod: Pod;
  known: Known<Services>;
  report: Report;
  /** Says what would come, and writes nothing. */
  isDryRun: boolean;
}

/** One object of the other instance. */
interface Given {
  kind: Kind;
  source: string;
  item: Item;
  /** How many there are in its list; absent: unknown. */
  count?: number;
}

/** What is known while one instance is brought. */
export interface Bringing extends BringDeps {
  /** What came because something referred to it, until its list has it. */
  counted: Set<string>;
  /** What something refers to and cannot come, and in a dry run what would: asked for once. */
  failed: Map<string, CannotCome>;
  would: Set<string>;
  /** What is on its way; what it refers to may refer to it. */
  underway: Set<string>;
}

export function beginBringing(deps: BringDeps): Bringing {
  return { ...deps, counted: new Set(), failed: new Map(), would: new Set(), underway: new Set() };
}

/** Ids beyond these are not kept: what another instance says must not use up the numbers of this one. */
const maxKeptId = 10_000_000;

const kindAt = new Map(kinds.map((kind) => [kind.resource.path, kind]));

/** The id here of what an address there names; 0 in a dry run for what is not here yet. */
async function idAt(run: Bringing, address: unknown): Promise<number> {
  const { pod, known, report, counted, failed, would, underway } = run;
  const { pool } = known.engine.services.db;
  const { path, key, source } = pod.placeOf(address);
  const kind = kindAt.get(path);
  if (kind === undefined) throw new CannotCome(`names ${source}: ${path} are not brought`);
  const before = await findBrought(pool, source);
  if (before !== null) return before.rowId;
  if (would.has(source)) return 0;
  const failure = failed.get(source);
  if (failure !== undefined) throw failure;
  try {
    const item = await pod.get(`${path}/${key}/`);
    if (!isItem(item)) throw new CannotCome('answers no object');
    const outcome = await bring(run, { kind, source, item });
    if (outcome !== 'later' && outcome !== 'counted') report.count(path, outcome);
    counted.add(source);
  } catch (error) {
    if (!(error instanceof CannotCome)) throw error;
    const why = new CannotCome(`names ${source}, which cannot come: ${error.message}`);
    if (!underway.has(source)) failed.set(source, why);
    throw why;
  }
  return (await findBrought(pool, source))?.rowId ?? 0;
}

/** The members as a body here has them: relations by the addresses here, left out where they lead nowhere. */
async function membersOf(run: Bringing, { kind, source, item }: Given): Promise<Map<string, unknown>> {
  const { known, report } = run;
  const members = new Map<string, unknown>();
  const { needed, optional = [] } = kind;
  let isOpened = false;
  const all: Item = { ...item, ...kind.reads?.(item) };
  for (const name of [...needed, ...optional]) {
    const field = fieldOf(kind, name);
    const given = all[name];
    if (given === undefined || (given === null && !field.nullable)) continue;
    const { target } = field;
    if (target === undefined || given === null) {
      members.set(name, given);
      continue;
    }
    const found: number[] = [];
    for (const address of field.isList ? [given].flat() : [given])
      try {
        found.push(await idAt(run, address));
      } catch (error) {
        if (!(error instanceof CannotCome)) throw error;
        if (needed.includes(name)) throw new CannotCome(`${name} ${error.message}`, { member: name });
        report.tell(source, error.message, name);
        isOpened ||= closing.has(name);
      }
    const addresses = found.map((id) => objectUrl(known.base, target().path, id));
    if (field.isList) members.set(name, name === 'content' ? addresses : addresses.toSorted());
    else if (addresses.length > 0) members.set(name, addresses[0]);
  }
  if (isOpened) members.set('is_draft', true);
  return members;
}

/** The row here that it is by itself. */
async function rowHere(
  run: Bringing,
  given: Given,
  members: ReadonlyMap<string, unknown>,
): Promise<number | undefined> {
  const { kind, item, count = 0 } = given;
  const { pod, known } = run;
  const here = kind.isHere?.(item, { host: new URL(pod.base).host, count });
  if (here !== undefined || kind.key === undefined) return here;
  const conditions = kind.key.flatMap((name) => {
    const field = fieldOf(kind, name);
    const value = comparable(field, members.get(name));
    const columns = field.target === undefined ? field.columns : field.columnsIn(known.language);
    const rules = columns.map((column) => ({ columns: [column], operator: 'equals' as const, value }));
    return value === null ? [] : [{ anyOf: rules }];
  });
  if (conditions.length < kind.key.length) return undefined;
  const found = await known.engine.storeOf(kind.resource.table).find(['id'], conditions);
  return found === null ? undefined : Number(found.id);
}

/** What it keeps beside its members, where that is free here. */
async function keptOf({ known, report }: Bringing, { kind, source, item }: Given): Promise<Row> {
  const { table } = kind.resource;
  const store = known.engine.storeOf(table);
  const kept: Row = {};
  const id = kind.keepsId ? idOf(keyOf(source)) : null;
  if (id !== null && id <= maxKeptId) {
    await passOverId(known.engine.services.db.pool, table, id);
    if ((await store.taken([{ id }], undefined))[0] === false) kept.id = id;
  }
  for (const name of kind.keeps ?? []) {
    const [column = name] = fieldOf(kind, name).columns;
    const given = item[name];
    const instant = typeof given === 'string' ? parseInstant(given, known.engine.timeZone) : null;
    if (typeof given === 'boolean') kept[column] = given;
    else if (instant !== null) kept[column] = instant;
    else if (name !== 'slug' || typeof given !== 'string') continue;
    else if (!/^[a-z0-9_]+-[a-z0-9_-]*$/.test(given) || given.length > 230)
      report.tell(source, `cannot be kept: ${given.slice(0, 100)}`, name);
    else if ((await store.taken([{ slug: given }], undefined))[0] === false) kept[column] = given;
    else report.tell(source, `is taken here: ${given}`, name);
  }
  return kept;
}

/** Writes, without the members that do not fit, each of which is told. */
async function written<Result>(
  { report }: Bringing,
  { kind, source }: Given,
  { members, file }: { members: ReadonlyMap<string, unknown>; file: ReceivedFile | undefined },
  write: (body: Body) => Promise<Result>,
): Promise<Result> {
  const left = new Map(members);
  for (;;)
    try {
      return await write({ isForm: false, members: left, file, dispose: async () => {} });
    } catch (error) {
      const refusal = error instanceof Refusal || error instanceof InvalidInput ? error : explainError(error);
      if (refusal === undefined) throw error;
      if (refusal instanceof Refusal && refusal.status >= 500)
        throw new OperatorError(`${refusal.detail('en')} Call this again when that is mended: it goes on.`);
      if (refusal instanceof Refusal) throw new CannotCome(refusal.detail('en'));
      for (const [name, messages] of Object.entries(refusal.problems)) {
        const why = messages.map((message) => say(message, 'en')).join(' ');
        if (!left.has(name) || kind.optional?.includes(name) !== true)
          throw new CannotCome(`${name}: ${why}`, { member: name });
        report.tell(source, why, name);
        left.delete(name);
        if (closing.has(name)) left.set('is_draft', true);
      }
    }
}

async function create(run: Bringing, given: Given, members: Map<string, unknown>): Promise<void> {
  const { known, report } = run;
  const { kind, source } = given;
  const { resource } = kind;
  const note = { source, tableName: resource.table, isMade: true, members: digestsOf(given, members) };
  const kept = await keptOf(run, given);
  const all = new Map([...members, ...Object.entries(kind.also ?? {})]);
  await withFile(run, given, kind.file !== undefined, (file) =>
    written(run, given, { members: all, file }, (body) =>
      createObject(resource, known, body, {
        kept,
        // The transaction is one of the store, or of a use case.
        async alongside(tx, rowId) {
          if (!(await noteBrought(tx as Queryable, { ...note, rowId })))
            throw new CannotCome('is brought by another run at this moment');
        },
      }),
    ),
  );
  const left = kind.leaves?.(given.item);
  if (left !== undefined) report.tell(source, left);
}

/** Brings what is different there from when it came last; what people have changed here besides stays. */
async function change(
  run: Bringing,
  given: Given,
  members: Map<string, unknown>,
  before: BroughtRow,
): Promise<Outcome> {
  const { known, isDryRun } = run;
  const { engine } = known;
  const { kind, source } = given;
  const { resource } = kind;
  const rule = { columns: ['id'], operator: 'equals' as const, value: before.rowId };
  const row = await engine.storeOf(resource.table).find(resource.columns, [rule]);
  if (row === null) throw new CannotCome('has been removed here since it came, and is not brought again');
  if (!before.isMade) return 'here';
  const digests = digestsOf(given, members);
  const isOther = (name: string) => digests[name] !== before.members[name];
  if (!Object.keys(digests).some(isOther)) return 'same';
  if (isDryRun) return 'changed';
  // Whoever is let in by one of them was kept out by another.
  const isAllOf = [...closing].some(isOther);
  const changed = new Map([...members].filter(([name]) => isOther(name) || (isAllOf && closing.has(name))));
  await withFile(run, given, kind.file !== undefined && isOther(kind.file), (file) =>
    written(run, given, { members: changed, file }, (body) =>
      changeObject(resource, known, { body, mode: 'patch', row }),
    ),
  );
  await noteMembers(engine.services.db.pool, source, digests);
  return 'changed';
}

async function withFile(
  { pod, known, report }: Bringing,
  given: Given,
  isWanted: boolean,
  use: (file: ReceivedFile | undefined) => Promise<unknown>,
): Promise<void> {
  if (!isWanted) await use(undefined);
  else await fetchMedia({ pod, report, services: known.engine.services }, given, use);
}

/**
 * Brings one object, with all that it refers to, in a transaction of its own with the note of where it came from.
 *
 * @param given.mayWait  where its id is taken here, `later`: those whose ids are free come first
 * @returns what became of it; `later`, and it has not come; or `counted` before, since something refers to it
 * @throws CannotCome  it alone; OperatorError  nothing else will come either
 */
export async function bring(
  run: Bringing,
  given: Given & { mayWait?: boolean },
): Promise<Outcome | 'later' | 'counted'> {
  const { counted, underway } = run;
  const { source } = given;
  if (counted.delete(source)) return 'counted';
  if (underway.has(source)) throw new CannotCome('it refers back to what names it');
  underway.add(source);
  try {
    return await bringNow(run, given);
  } finally {
    underway.delete(source);
  }
}

async function bringNow(run: Bringing, given: Given & { mayWait?: boolean }): Promise<Outcome | 'later'> {
  const { known, isDryRun, would } = run;
  const { kind, source, mayWait = false } = given;
  const before = await findBrought(known.engine.services.db.pool, source);
  const members = await membersOf(run, given);
  if (before !== null) return change(run, given, members, before);
  const here = await rowHere(run, given, members);
  if (here !== undefined) return settle(run, given, members, here);
  if (isDryRun) {
    would.add(source);
    return 'new';
  }
  const id = kind.keepsId && mayWait ? idOf(keyOf(source)) : null;
  const store = known.engine.storeOf(kind.resource.table);
  if (id !== null && (await store.taken([{ id }], undefined))[0]) return 'later';
  await create(run, given, members);
  return 'new';
}

/** Notes that a row here is what an object there is; it stays as it is, unless it has come with another that was made. */
async function settle(
  run: Bringing,
  given: Given,
  members: Map<string, unknown>,
  rowId: number,
): Promise<Outcome> {
  const { pod, known, isDryRun, would } = run;
  const { pool } = known.engine.services.db;
  const { kind, source, item } = given;
  const whole = kind.comesWith === undefined ? null : pod.placeOf(item[kind.comesWith]).source;
  const isMade = whole !== null && ((await findBrought(pool, whole))?.isMade ?? false);
  const row = { tableName: kind.resource.table, rowId, isMade, members: {} };
  if (isDryRun) {
    would.add(source);
    return 'here';
  }
  await noteBrought(pool, { ...row, source });
  if (!isMade) return 'here';
  await change(run, given, members, row);
  return 'new';
}

function fieldOf({ resource }: Kind, name: string): Field<Services> {
  const field = resource.fields.find((one) => one.name === name);
  if (field === undefined) throw new Error(`${resource.path} have no ${name}`);
  return field;
}

/** A value as its column has it; null where that holds no such value. */
function comparable({ type, target }: Field<Services>, value: unknown): unknown {
  if (type === 'integer') return Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31 ? value : null;
  if (typeof value !== 'string' || value.includes('\0')) return null;
  return target === undefined ? value.toWellFormed().trim() : idOf(keyOf(value));
}

/** The last part of the address of an object. */
function keyOf(address: string): string {
  return address.split('/').at(-2) ?? '';
}

/** By which a change is told; of a password, which is nowhere to be read from, whether there is one. */
function digestsOf({ kind, item }: Given, members: ReadonlyMap<string, unknown>): Record<string, string> {
  const told = new Map(members);
  if (kind.file !== undefined) told.set(kind.file, item[kind.file] ?? null);
  if (told.has('password')) told.set('password', Boolean(told.get('password')));
  return Object.fromEntries(
    [...told].map(([name, value]) => [
      name,
      createHash('sha256')
        .update(JSON.stringify(value) ?? '')
        .digest('base64url')
        .slice(0, 16),
    ]),
  );
}
