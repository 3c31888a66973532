import { type Known, showContext } from '../engine.ts';
import { InvalidInput, noSuchObject } from '../errors.ts';
import { objectUrl } from '../hyperlink.ts';
import { changesOf, type InputMode, parseInput } from '../input.ts';
import { insertWithSlug } from '../make-slug.ts';
import type { Message } from '../messages.ts';
import { ok } from '../outcome.ts';
import type { Body } from '../read-body.ts';
import { listAddress, type Resource, showNewRow, type Write } from '../resource.ts';
import { repeatKeyOf } from '../room-for.ts';
import type { Operation } from '../route.ts';
import { gatherRows, showRows } from '../show-rows.ts';
import { type Row, RuleBrokenError, TakenError, VanishedError } from '../store.ts';

/** POST on a list creates an object: 201, all that there is to know about it, and its address in `Location`. */
export function create<Services>(resource: Resource<Services>): Operation<Services> {
  return {
    may: (caller) => resource.rights.may(caller, 'create'),
    changes: true,
    takes: resource.fields,
    repeated: () => listAddress(resource),
    async act(work) {
      const { base, body } = work;
      const { id, once } = await createObject(resource, work, body);
      const row = await reread(resource, work, id);
      const [gathered] = await gatherRows(resource, [row], work);
      return {
        status: 201,
        headers: {
          Location: objectUrl(base, resource.path, row[resource.lookup.column]),
          ...(once === undefined ? {} : { 'Cache-Control': 'no-store' }),
        },
        body: showNewRow(resource, { ...gathered, ...once }, showContext(work)),
        made: row,
      };
    },
  };
}

/** PUT (`replace`) and PATCH (`patch`) change an object and answer it whole. */
export function update<Services>(
  resource: Resource<Services>,
  mode: 'replace' | 'patch',
): Operation<Services> {
  return {
    may: (caller) => resource.rights.may(caller, 'update'),
    changes: true,
    finds: 'own',
    takes: resource.fields,
    async act(work, row) {
      const now = await changeObject(resource, work, { body: work.body, mode, row });
      const [shown] = await showRows(resource, [now], work);
      return ok(shown);
    },
  };
}

/**
 * Makes an object of what a body says, once `rights.may` allows that.
 *
 * @returns its id, and the values that fields are shown from this once
 * @throws Refusal, InvalidInput, and what the application explains
 */
export async function createObject<Services>(
  resource: Resource<Services>,
  known: Known<Services>,
  body: Body,
): Promise<{ id: number; once: Row | undefined }> {
  const store = known.engine.storeOf(resource.table);
  const made = await write(resource, { known, body, mode: 'create', row: null }, (given) => {
    const make = () =>
      insertWithSlug({ resource, store }, given.values, async (values) =>
        resource.hooks?.create === undefined
          ? store.insert(values)
          : resource.hooks.create({ ...given, values }),
      );
    // A file is there to be kept once.
    return given.file === undefined ? withFreeId(make) : make();
  });
  return typeof made === 'number' ? { id: made, once: undefined } : made;
}

/** Each is one more that an import has taken just when it was given: few are, at a time. */
const mostIds = 10;

/** Makes a row, with another id where an import has taken the one that it was given. */
async function withFreeId<Made>(make: () => Promise<Made>): Promise<Made> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await make();
    } catch (error) {
      const isTaken = error instanceof TakenError && error.columns.includes('id');
      if (!isTaken || tries === mostIds) throw error;
    }
  }
}

/**
 * Changes an object to what a body says, where its row was found for whoever may change it.
 *
 * @returns the row as it is then
 * @throws Refusal, InvalidInput, and what the application explains
 */
export async function changeObject<Services>(
  resource: Resource<Services>,
  known: Known<Services>,
  { body, mode, row }: { body: Body; mode: Exclude<InputMode, 'create'>; row: Row },
): Promise<Row> {
  const id = Number(row.id);
  const now = await write(resource, { known, body, mode, row }, async (given) => {
    const changed = (await resource.hooks?.update?.(row, given)) ?? given.values;
    if (changed === false) return null;
    if (changed === true || Object.keys(changed).length === 0) return reread(resource, known, id);
    return known.engine.storeOf(resource.table).update(id, changed, resource.columns);
  });
  if (now === null) throw noSuchObject(resource);
  return now;
}

/**
 * Judges a body and has it written. The file of the body is the caller's to let go of.
 *
 * @param options.row  the row that is changed; null on creation
 * @throws Refusal, InvalidInput
 */
export async function write<Services, Result>(
  resource: Resource<Services>,
  { known, body, mode, row }: { known: Known<Services>; body: Body; mode: InputMode; row: Row | null },
  perform: (write: Write<Services>) => Promise<Result>,
): Promise<Result> {
  const { caller, engine } = known;
  try {
    const values = await parseInput(resource, body, { mode, row, known });
    return await perform({
      services: engine.services,
      caller,
      values: changesOf(values, row),
      file: body.file,
      key: mode === 'create' ? repeatKeyOf(resource, known.request) : undefined,
    });
  } catch (error) {
    if (error instanceof RuleBrokenError && row !== null) {
      // What it was judged beside may have changed since.
      const now = await reread(resource, known, Number(row.id));
      await parseInput(resource, body, { mode, row: now, known });
    }
    throw asInvalid(error, resource) ?? error;
  }
}

/** The row as it is now, after a write. */
export async function reread<Services>(
  resource: Resource<Services>,
  { engine }: Pick<Known<Services>, 'engine'>,
  id: number,
): Promise<Row> {
  const row = await engine
    .storeOf(resource.table)
    .find(resource.columns, [{ columns: ['id'], operator: 'equals', value: id }]);
  if (row === null) throw noSuchObject(resource);
  return row;
}

/**
 * Two wrote at once, and what was fine when it was judged is not any more: as if the other had come before.
 * Undefined when no field says so: that is a bug.
 */
export function asInvalid<Services>(
  error: unknown,
  { fields, name, uniqueTogether }: Resource<Services>,
): InvalidInput | undefined {
  if (!(error instanceof TakenError || error instanceof VanishedError)) return undefined;
  const taken = error.columns.toSorted().join();
  const together = uniqueTogether.find(({ columns }) => columns.toSorted().join() === taken);
  if (together !== undefined) return new InvalidInput({ [together.at]: [together.message] });
  const problems: Record<string, Message[]> = {};
  for (const field of fields) {
    if (field.aliasOf !== undefined || !field.columns.some((column) => error.columns.includes(column)))
      continue;
    const message: Message | undefined =
      error instanceof TakenError ? field.unique?.(field.label, name) : { code: 'link_does_not_exist' };
    if (message !== undefined) problems[field.name] = [message];
  }
  return Object.keys(problems).length === 0 ? undefined : new InvalidInput(problems);
}
