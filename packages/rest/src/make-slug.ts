import type { Resource } from './resource.ts';
import { firstFree, shortSlug, slugWithId } from './slugify.ts';
import { type Row, type Store, TakenError } from './store.ts';

/** Of many who ask for one slug at once, one gets it with each try: far more than ask at a time. */
const maxTries = 100;

/** What a slug is made from. */
interface Slugged {
  column: string;
  text: string;
  idDigits: number | undefined;
}

/**
 * Has a row inserted with a slug made from the field that its declaration names: with its id before it where that is
 * declared, else with `-2`, `-3` … when another has it, and made from the id when the text leaves nothing. It is made this
 * once, and stays when the text changes: others hold its address. A resource with a way of its own to create makes it there.
 *
 * @param values  with a slug that it has already, it keeps that
 * @throws what `insert` throws, but for a slug that another has taken meanwhile: then the next is tried
 */
export async function insertWithSlug<Services, Made>(
  { resource, store }: { resource: Resource<Services>; store: Store },
  values: Row,
  insert: (values: Row) => Promise<Made>,
): Promise<Made> {
  const slugged = resource.hooks?.create === undefined ? sluggedOf(resource, values) : undefined;
  if (slugged === undefined) return insert(values);
  const { column, text, idDigits } = slugged;
  const needsId = idDigits !== undefined || shortSlug(text) === '';
  const made = needsId ? { ...values, id: values.id ?? (await store.nextId()) } : values;
  const numbered = (_column: string, wanted: string) => store.numbered(column, wanted);
  for (let tries = 1; ; tries += 1) {
    try {
      return await insert(await withSlug(resource, made, numbered));
    } catch (error) {
      const isTaken = idDigits === undefined && error instanceof TakenError && error.columns.includes(column);
      if (!isTaken || tries === maxTries) throw error;
    }
  }
}

/**
 * The values of a new row with its slug; as they are where they have one, or none is made.
 *
 * @param values    with the id, where the slug needs it
 * @param numbered  as the store has it
 */
export async function withSlug<Services>(
  resource: Resource<Services>,
  values: Row,
  numbered: (column: string, text: string) => Promise<string[]>,
): Promise<Row> {
  const slugged = sluggedOf(resource, values);
  if (slugged === undefined) return values;
  const { column, text, idDigits } = slugged;
  const id = Number(values.id);
  if (idDigits !== undefined) return { ...values, [column]: slugWithId(id, text, idDigits) };
  const wanted = shortSlug(text) === '' ? `${shortSlug(resource.name.en)}-${id}` : shortSlug(text);
  return { ...values, [column]: firstFree(wanted, new Set(await numbered(column, wanted))) };
}

function sluggedOf<Services>({ fields }: Resource<Services>, values: Row): Slugged | undefined {
  const slug = fields.find(({ madeFrom }) => madeFrom !== undefined);
  const source = fields.find((field) => field.name === slug?.madeFrom?.field);
  const [column] = slug?.columns ?? [];
  if (source === undefined || column === undefined || column in values) return undefined;
  const text = source.columns.map((one) => values[one]).find((value) => typeof value === 'string') ?? '';
  return { column, text: String(text), idDigits: slug?.madeFrom?.idDigits };
}
