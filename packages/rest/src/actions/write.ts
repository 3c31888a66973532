import { changesOf } from '../changes-of.ts';
import { InvalidInput, Refusal } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import type { Message } from '../messages.ts';
import { type InputMode, parseInput } from '../parse-input.ts';
import type { Resource, Write } from '../resource.ts';
import { type Row, TakenError, VanishedError } from '../store.ts';

/**
 * Reads and judges the body, has it written, and lets go of its file whatever happens.
 *
 * @param row  the row that is changed; null on creation
 * @throws Refusal, InvalidInput
 */
export async function write<Services, Result>(
  exchange: Exchange<Services>,
  { mode, row }: { mode: InputMode; row: Row | null },
  perform: (write: Write<Services>) => Promise<Result>,
): Promise<Result> {
  const { resource, caller, engine } = exchange;
  const body = await exchange.readBody(row);
  try {
    const values = await parseInput(exchange, body, { mode, row });
    return await perform({
      services: engine.services,
      caller,
      values: changesOf(values, row),
      file: body.file,
    });
  } catch (error) {
    throw asInvalid(error, resource) ?? error;
  } finally {
    await body.dispose();
  }
}

/** The row as it is now, after a write. */
export async function reread<Services>({ resource, store }: Exchange<Services>, id: number): Promise<Row> {
  const row = await store.find(resource.columns, [{ columns: ['id'], operator: 'equals', value: id }]);
  if (row === null) throw new Refusal('no_such_object', { values: { model: resource.name.en } });
  return row;
}

/**
 * Two wrote at once, and what was fine when it was judged is not any more: as if the other had come before.
 * Undefined when no field says so: that is a bug.
 */
function asInvalid<Services>(
  error: unknown,
  { fields, name, uniqueTogether }: Resource<Services>,
): InvalidInput | undefined {
  if (!(error instanceof TakenError || error instanceof VanishedError)) return undefined;
  const taken = error.columns.toSorted().join();
  const together = uniqueTogether.find(({ columns }) => columns.toSorted().join() === taken);
  if (together !== undefined) return new InvalidInput({ non_field_errors: [together.message] });
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
