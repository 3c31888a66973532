import { InvalidInput, noSuchObject } from '../errors.ts';
import { checkFile } from '../input.ts';
import type { ReceivedFile } from '../resource.ts';
import { type Done, type Importing, idIn, type Judged } from './coming-line.ts';
import { problemsOf } from './judge-lines.ts';
import { problemsIn, refuseLine, type StoreParts, tellLine } from './store-lines.ts';

type Parts = Omit<StoreParts, 'tx'>;

/**
 * Writes a line as if somebody had sent it to the API, once it is judged, and tells what has become of it.
 *
 * @throws what is no fault of the line
 */
export async function sendLine<Services>(
  importing: Importing<Services>,
  parts: Parts,
  one: Judged<Services>,
): Promise<void> {
  const { line, row } = one;
  let done: Done | undefined;
  try {
    if (line.rowId === null && row !== null) done = await noted(importing, parts, one, false);
    else
      await line.send?.(async (file) => {
        done = await sent(importing, parts, { one, file });
      });
  } catch (error) {
    for (const [name, messages] of Object.entries(problemsOf(error))) one.problems.set(name, messages);
  }
  if (done === undefined || one.problems.size > 0) refuseLine(parts, one);
  else tellLine(parts, one, { stored: { ...one.row, ...one.values, id: done.id }, does: done.does });
}

async function sent<Services>(
  importing: Importing<Services>,
  parts: Parts,
  { one, file }: { one: Judged<Services>; file: ReceivedFile | undefined },
): Promise<Done> {
  const { travelling, line, row, values } = one;
  const { resource } = travelling;
  const { hooks } = resource;
  const { services, caller, explain, store } = importing;
  const given = { services, caller, values, file };
  try {
    const mode = row === null ? 'create' : 'patch';
    for (const field of resource.fields)
      if (field.isFile) checkFile(field, { value: undefined, body: { file }, mode });
    if (row !== null) {
      const isChanged = file !== undefined || Object.keys(values).length > 0;
      const changed = isChanged && ((await hooks?.update?.(row, given)) ?? values);
      if (isChanged && changed === false) throw noSuchObject(resource);
      if (typeof changed === 'object')
        await store.write(caller, (tx) => tx.update(resource.table, Number(row.id), changed));
      return await noted(importing, parts, one, isChanged);
    }
    if (hooks?.create === undefined) throw new Error(`${resource.path} are sent without a way to make them`);
    const made = await hooks.create({
      ...given,
      values: { ...values, ...(await freeId(importing, one)) },
      alongside: async (tx, id) => parts.alongside?.(tx, [{ line, id, does: 'create' }]),
    });
    return { id: typeof made === 'number' ? made : made.id, does: 'create' };
  } catch (error) {
    const problems = problemsIn(error, one);
    throw (problems && new InvalidInput(problems)) ?? explain?.(error) ?? error;
  }
}

/** The id that the line gives it, where it may have that. */
async function freeId<Services>(
  { store, caller }: Importing<Services>,
  { travelling, members }: Judged<Services>,
) {
  const wanted = idIn(members);
  if (wanted === undefined || !caller.isSuperuser) return undefined;
  const [holder] = await store.write(caller, (tx) => tx.match(travelling.resource.table, [wanted]));
  return holder === null ? wanted : undefined;
}

/** Done alongside what has changed, or is as it is, in a transaction that has ended. */
async function noted<Services>(
  { store, caller }: Importing<Services>,
  { alongside }: Parts,
  { line, row }: Judged<Services>,
  isChanged: boolean,
): Promise<Done> {
  const done: Done = { id: Number(row?.id), does: isChanged ? 'update' : undefined };
  await store.write(caller, async (tx) => alongside?.(tx.transaction, [{ line, ...done }]));
  return done;
}
