import type { Resource } from './resource.ts';
import { firstFree, shortSlug, slugWithId } from './slugify.ts';
import { type Row, type Store, TakenError } from './store.ts';

/** Of many who ask for one slug at once, one gets it with each try: far more than ask at a time. */
const maxTries = 100;

/**
 * Has a row inserted with a slug made from the field that its declaration names: with its id before it where that is
 * declared, else with `-2`, `-3` … when another has it, and made from the id when the text leaves nothing. It is made this
 * once, and stays when the text changes: others hold its address.
 *
 * @param values  with a slug that it has already, it keeps that
 * @throws what `insert` throws, but for a slug that another has taken meanwhile: then the next is tried
 */
export async function insertWithSlug<Services, Made>(
  { resource: { fields, name }, store }: { resource: Resource<Services>; store: Store },
  values: Row,
  insert: (values: Row) => Promise<Made>,
): Promise<Made> {
  const slug = fields.find(({ madeFrom }) => madeFrom !== undefined);
  const source = fields.find((field) => field.name === slug?.madeFrom?.field);
  const [column] = slug?.columns ?? [];
  if (source === undefined || column === undefined || column in values) return insert(values);
  const text = String(
    source.columns.map((one) => values[one]).find((value) => typeof value === 'string') ?? '',
  );
  const { idDigits } = slug?.madeFrom ?? {};
  if (idDigits !== undefined) {
    const id = Number(values.id ?? (await store.nextId()));
    return insert({ ...values, id, [column]: slugWithId(id, text, idDigits) });
  }
  let made: Row = { ...values, [column]: shortSlug(text) };
  if (made[column] === '') {
    const id = await store.nextId();
    made = { ...values, id, [column]: `${shortSlug(name.en)}-${id}` };
  }
  const wanted = String(made[column]);
  for (let tries = 1; ; tries += 1) {
    const free = firstFree(wanted, new Set(await store.numbered(column, wanted)));
    try {
      return await insert({ ...made, [column]: free });
    } catch (error) {
      const isTaken = error instanceof TakenError && error.columns.includes(column);
      if (!isTaken || tries === maxTries) throw error;
    }
  }
}
