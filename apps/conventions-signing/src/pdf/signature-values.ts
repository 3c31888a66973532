/** Finds the signature dictionaries of a document where readers find them: as values of its form's fields. */
import type { PdfjsDict, PdfjsDocument, PdfjsInternals } from './pdfjs-internals.ts';

/** One signature dictionary (ISO 32000-1 §12.8.1), reduced to plain values; what is odd is null. */
export type SignatureValue = ReturnType<typeof readSignatureDictionary>;

// A form that somebody fills in has some hundreds; a tree that goes round in a circle has no end.
const maxFields = 20_000;
// Measured: a few KB with a chain of certificates; revocation lists inside can take some hundred KB.
const maxContentsBytes = 2 ** 20;

/**
 * The values of all signature fields, in the order of the form; a field that waits for its value has none.
 *
 * A dictionary that two fields share counts once. What cannot be read is a value with nothing in it.
 */
export function signatureValuesOf(
  { catalog, xref }: PdfjsDocument,
  internals: PdfjsInternals,
): SignatureValue[] {
  const { Dict, Ref } = internals;
  const values: SignatureValue[] = [];
  const seen = new Set<unknown>();
  const open: { field: unknown; inherited: unknown }[] = [];
  const add = (fields: unknown, inherited: unknown) => {
    if (!Array.isArray(fields)) return;
    for (const field of fields.slice(0, Math.max(0, maxFields - open.length)).reverse())
      open.push({ field, inherited });
  };
  const roots = orNull(() => catalog?.acroForm?.get('Fields'));
  add(roots, undefined);

  for (let looked = 0; looked < maxFields; looked += 1) {
    const next = open.pop();
    if (next === undefined) break;
    // pdfjs has one object for all references to one number.
    if (next.field instanceof Ref && seen.has(next.field)) continue;
    seen.add(next.field);
    const field = orNull(() => xref.fetchIfRef(next.field));
    if (!(field instanceof Dict)) continue;
    // ISO 32000-1 §12.7.3.1: the type of a field is inherited.
    const type = orNull(() => field.get('FT')) ?? next.inherited;
    const kids = orNull(() => field.get('Kids'));
    add(kids, type);
    const raw = field.getRaw('V');
    if (nameIn(type) !== 'Sig' || raw === undefined || raw === null || seen.has(raw)) continue;
    seen.add(raw);
    try {
      const dictionary = field.get('V');
      if (dictionary instanceof Dict) values.push(readSignatureDictionary(dictionary, internals));
    } catch {
      values.push(nothing);
    }
  }
  return values;
}

const nothing: SignatureValue = {
  byteRange: null,
  contents: null,
  isTooLong: false,
  subFilter: null,
  name: null,
  date: null,
};

/** One signature dictionary; what is odd in it is null. */
export function readSignatureDictionary(
  dictionary: PdfjsDict,
  { stringToPDFString }: Pick<PdfjsInternals, 'stringToPDFString'>,
) {
  const text = (key: string) => {
    const value = orNull(() => dictionary.get(key));
    return typeof value === 'string' ? stringToPDFString(value) : null;
  };
  const contents = orNull(() => dictionary.get('Contents'));
  const isTooLong = typeof contents === 'string' && contents.length > maxContentsBytes;
  return {
    /** As it stands: whether it fits the file is another question. */
    byteRange: byteRangeIn(orNull(() => dictionary.get('ByteRange'))),
    /** The decoded string, zeros at its end included. */
    contents:
      typeof contents === 'string' && !isTooLong ? new Uint8Array(Buffer.from(contents, 'latin1')) : null,
    /** Whether there is more in that string than is read. */
    isTooLong,
    subFilter: nameIn(orNull(() => dictionary.get('SubFilter'))),
    /** `Name`: the signer, as the file claims. */
    name: text('Name'),
    /** `M`: a PDF date, as the file claims. */
    date: text('M'),
  };
}

function byteRangeIn(value: unknown): [number, number, number, number] | null {
  if (!Array.isArray(value) || !value.every((number) => Number.isSafeInteger(number))) return null;
  const [first, second, third, fourth, ...more] = value as number[];
  if (first === undefined || second === undefined || third === undefined || fourth === undefined) return null;
  return more.length === 0 ? [first, second, third, fourth] : null;
}

/** The text of a name object. */
function nameIn(value: unknown): string | null {
  return typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string'
    ? value.name
    : null;
}

/** Parsers of a stranger's bytes throw for many reasons, all of them about the bytes. */
export function orNull<Value>(read: () => Value | null): Value | null {
  try {
    return read();
  } catch {
    return null;
  }
}
