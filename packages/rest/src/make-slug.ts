import type { Resource } from './resource.ts';
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

/**
 * A text as the part of an address (Django's slugify): accents off, the rest of what is not ASCII dropped,
 * lower case, blanks and dashes as one dash. Empty when nothing is left.
 */
export function slugify(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[^\p{ASCII}]/gu, '')
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replace(/[\s-]+/g, '-')
    .replace(/^[-_]+|[-_]+$/g, '');
}

/** Of the part of a slug that comes from a text: one character may become several (`㎯` is `rads2`). */
export const maxSlugLength = 200;

/** The same with the number before or behind it, as columns have room for. */
export const maxStoredSlugLength = 230;

/** The slug of a text, cut after a whole word where it is longer than allowed; one long word is cut anywhere. */
export function shortSlug(text: string): string {
  const whole = slugify(text);
  if (whole.length <= maxSlugLength) return whole;
  const end = whole.lastIndexOf('-', maxSlugLength);
  return whole.slice(0, end > 0 ? end : maxSlugLength).replace(/[-_]+$/, '');
}

/** The id with at least so many digits, and the slug of a text behind it: `0042-linear-algebra`. */
export function slugWithId(id: number, text: string, digits: number): string {
  return `${String(id).padStart(digits, '0')}-${shortSlug(text)}`;
}

/** The slug itself, or with the smallest number from 2 that nobody has. */
export function firstFree(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  let number = 2;
  while (taken.has(`${wanted}-${number}`)) number += 1;
  return `${wanted}-${number}`;
}
