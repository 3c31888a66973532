/** A document as it stood at one of its ends (ISO 32000-1 §7.5.6), ready to be compared with another. */
import { type ComparisonBudget, NotComparable } from './comparison-budget.ts';
import { type FormField, fieldsOf } from './form-fields.ts';
import { parser } from './pdf-parser.ts';
import type { PdfjsDict, PdfjsRef, PdfjsSource, PdfjsXRef } from './pdfjs-internals.ts';

const { BaseStream, Dict, Ref } = parser;

export interface Revision {
  xref: PdfjsXRef;
  /** What its offsets count from: the header's place in the file. */
  start: number;
  catalog: PdfjsDict;
  /** In the order in which they are shown. */
  pages: RevisionPage[];
  /** By reference. */
  fields: ReadonlyMap<string, FormField>;
  /**
   * What is compared by being the same thing, by reference: a page is its number, an annotation and a field is
   * itself. What they hold is compared elsewhere, and may lead back.
   */
  identities: Map<string, string>;
}

export interface RevisionPage {
  dict: PdfjsDict;
  /** As they stand, references not followed. */
  annotations: unknown[];
  /** Its own, or what it inherits (ISO 32000-1 §7.7.3.4); as it stands, undefined when there is none. */
  attribute(key: string): unknown;
}

const inheritable = ['Resources', 'MediaBox', 'CropBox', 'Rotate'];
const headerWithin = 1024;

/**
 * Opens what the bytes hold, without any repair.
 *
 * @param bytes  kept, not copied
 * @throws NotComparable  when a reader would have to guess, or for more than the budget
 * @throws Error          for what pdfjs cannot parse
 */
export function openRevision(bytes: Uint8Array, budget: ComparisonBudget): Revision {
  const source = sourceOf(bytes);
  const xref = new References(source, { password: '' });
  xref.setStartXRef(startOfReferences(bytes));
  xref.parse();
  if (xref.countUpdatesAfter(0) === null) throw new NotComparable('a cross-reference section is missing');
  if (xref.encrypt) throw new NotComparable('encrypted');
  const catalog = xref.root;
  const { pages, numbers } = pagesOf(catalog, { xref, budget });
  const fields = fieldsOf(catalog, { xref, budget });
  const identities = new Map<string, string>();
  for (const reference of fields.keys()) identities.set(reference, reference);
  for (const annotation of pages.flatMap(({ annotations }) => annotations))
    if (annotation instanceof Ref) identities.set(`${annotation}`, `${annotation}`);
  for (const [reference, number] of numbers) identities.set(reference, `page ${number}`);
  return { xref, start: source.start, catalog, pages, fields, identities };
}

/**
 * Where an object stands; null when it is none. Of one in a stream of objects, it is the place of that (ISO 32000-1
 * §7.5.8.3).
 */
export function placeOf(number: number, { xref }: Revision): { offset: number } | null {
  const entry = xref.getEntry(number);
  return entry?.uncompressed === false ? xref.getEntry(entry.offset) : entry;
}

/** pdfjs reads on to the end of a buffer; a revision must not see what was appended to it. */
class BoundedSource extends parser.Stream {
  override makeSubStream(start: number, length?: number, dict?: PdfjsDict | null) {
    const end = Math.min(this.end, length === undefined ? this.end : start + length);
    return new BoundedSource(this.bytes, start, Math.max(0, end - start), dict);
  }
}

/** An object in a stream has there the number and the place that is said: pdfjs mends that, others see none. */
class References extends parser.XRef {
  override fetchCompressed(reference: PdfjsRef, entry: { offset: number; gen: number }): unknown {
    const stream = this.fetch(Ref.get(entry.offset, 0));
    if (stream instanceof parser.BaseStream) {
      stream.reset();
      const head = Buffer.from(stream.getBytes(Number(stream.dict.get('First')) || 0)).toString('latin1');
      stream.reset();
      const numbers = (head.match(/\d+/g) ?? []).filter((_, index) => index % 2 === 0).map(Number);
      const isElsewhere = numbers.some((number, place) => {
        const known = this.getEntry(number);
        return known?.uncompressed === false && known.offset === entry.offset && known.gen !== place;
      });
      if (isElsewhere || numbers[entry.gen] !== reference.num)
        throw new NotComparable('a stream has another object there');
    }
    return super.fetchCompressed(reference, entry);
  }
}

/** Offsets count from the header on, as pdfjs has it. */
export function sourceOf(bytes: Uint8Array): PdfjsSource {
  const source = new BoundedSource(bytes, 0, bytes.byteLength);
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, headerWithin + 5));
  source.pos = Math.max(0, start.indexOf('%PDF-'));
  source.moveStart();
  return source;
}

/** ISO 32000-1 §7.5.5: what the last `startxref` says. */
export function startOfReferences(bytes: Uint8Array): number {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = file.lastIndexOf('startxref');
  const offset = /^startxref\s+(\d{1,15})\s/.exec(file.toString('latin1', at, at + 64))?.[1];
  if (at === -1 || offset === undefined) throw new NotComparable('no startxref');
  return Number(offset);
}

function pagesOf(catalog: PdfjsDict, { xref, budget }: { xref: PdfjsXRef; budget: ComparisonBudget }) {
  const pages: RevisionPage[] = [];
  const numbers = new Map<string, number>();
  const seen = new Set<unknown>();
  const open: { raw: unknown; inherited: ReadonlyMap<string, unknown> }[] = [
    { raw: catalog.getRaw('Pages'), inherited: new Map() },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    budget.spend(1);
    const { raw } = next;
    const dict = xref.fetchIfRef(raw);
    if (!(dict instanceof Dict) || seen.has(raw)) throw new NotComparable('the page tree is no tree');
    seen.add(raw);
    const inherited = new Map(next.inherited);
    // A missing entry is null (§7.3.7).
    for (const key of inheritable) if ((dict.get(key) ?? null) !== null) inherited.set(key, dict.getRaw(key));
    const kids = dict.get('Kids');
    if (nameOf(dict.get('Type')) === 'Page' || !dict.has('Kids')) {
      if (raw instanceof Ref) numbers.set(`${raw}`, pages.length + 1);
      const annotations = dict.get('Annots') ?? [];
      if (!Array.isArray(annotations)) throw new NotComparable('annotations are no list');
      budget.spend(annotations.length);
      const attribute = (key: string) => (inheritable.includes(key) ? inherited.get(key) : dict.getRaw(key));
      pages.push({ dict, annotations, attribute });
    } else if (Array.isArray(kids)) {
      budget.spend(kids.length);
      for (const kid of kids.toReversed() as unknown[]) open.push({ raw: kid, inherited });
    } else {
      throw new NotComparable('the page tree is no tree');
    }
  }
  const root = catalog.get('Pages');
  if (!(root instanceof Dict) || root.get('Count') !== pages.length)
    throw new NotComparable('the pages are not as many as the file says');
  return { pages, numbers };
}

function nameOf(value: unknown): string | undefined {
  return value instanceof parser.Name ? value.name : undefined;
}

/** All references that a value leads to, itself among them, each once, but those to pages, annotations and fields. */
export function* referencesFrom(
  value: unknown,
  { revision, budget }: { revision: Revision; budget: ComparisonBudget },
): Iterable<PdfjsRef> {
  const { xref, identities } = revision;
  const seen = new Set<unknown>();
  const open = [value];
  while (open.length > 0) {
    const raw = open.pop();
    if (typeof raw !== 'object') continue;
    budget.spend(1);
    if (raw instanceof Ref) {
      if (seen.has(raw) || (raw !== value && identities.has(`${raw}`))) continue;
      seen.add(raw);
      yield raw;
    }
    const is = xref.fetchIfRef(raw);
    const dict = is instanceof BaseStream ? is.dict : is;
    if (dict instanceof Dict) for (const key of dict.getKeys()) open.push(dict.getRaw(key));
    if (Array.isArray(is)) for (const part of is as unknown[]) open.push(part);
  }
}
