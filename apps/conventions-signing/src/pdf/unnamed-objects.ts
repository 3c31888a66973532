/**
 * Objects that an update holds without a word of them in its cross-references.
 *
 * A reader that goes by the cross-references never sees them; one that repairs files may show them in place of
 * others ("incremental saving attacks" without a table or trailer, Ruhr University Bochum, "1 Trillion Dollar
 * Refund", 2019).
 */
import { type ComparisonBudget, NotComparable } from './comparison-budget.ts';
import { parser } from './pdf-parser.ts';
import type { PdfjsDict } from './pdfjs-internals.ts';
import { sourceOf, startOfReferences } from './revision.ts';
import { isWhiteSpace } from './white-space.ts';

/** One section of cross-references, without those before it. */
class Section extends parser.XRef {
  previous: unknown;
  /** Of the same section, for readers of newer versions (ISO 32000-1 §7.5.8.4). */
  besideStream: unknown;
  isTable = false;

  override processXRefTable(reader: unknown): PdfjsDict {
    this.isTable = true;
    return this.alone(super.processXRefTable(reader));
  }

  override processXRefStream(stream: unknown): PdfjsDict {
    return this.alone(super.processXRefStream(stream));
  }

  private alone(trailer: PdfjsDict): PdfjsDict {
    this.previous ??= trailer.get('Prev');
    this.besideStream ??= trailer.get('XRefStm');
    const own = trailer.clone();
    own.delete('Prev');
    return own;
  }
}

/**
 * Every object and every trailer behind the offset given belongs to a section that the file's end leads to.
 *
 * @param from  where the update begins
 * @throws NotComparable  when one does not
 */
export function refuseUnnamedObjects(
  file: Uint8Array,
  { from, budget }: { from: number; budget: ComparisonBudget },
): void {
  const named = new Set<number>();
  const { start } = sourceOf(file);
  let tables = 0;
  const seen = new Set<number>();
  for (let next: unknown = startOfReferences(file); isOffset(next) && start + next >= from; ) {
    if (seen.has(next)) throw new NotComparable('cross-references go round in a circle');
    seen.add(next);
    const section = new Section(sourceOf(file), { password: '' });
    section.setStartXRef(next);
    section.readXRef();
    if (section.isTable) tables += 1;
    else named.add(start + next);
    if (isOffset(section.besideStream)) named.add(start + section.besideStream);
    const count = section.getNewTemporaryRef().num;
    budget.spend(count);
    for (let number = 0; number < count; number += 1) {
      const entry = section.getEntry(number);
      if (entry?.uncompressed) named.add(start + entry.offset);
    }
    next = section.previous;
  }
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  for (const at of placesOf(bytes, 'obj', { from, budget })) {
    const numbers = /\d{1,10}\s+\d{1,5}\s*$/.exec(bytes.toString('latin1', Math.max(from, at - 40), at))?.[0];
    if (numbers !== undefined && !isNamed(bytes, at - numbers.length, named))
      throw new NotComparable('an object is not in the cross-references');
  }
  for (const at of placesOf(bytes, 'trailer', { from, budget }))
    if (/^trailer\s*<</.test(bytes.toString('latin1', at, at + 40))) tables -= 1;
  if (tables !== 0) throw new NotComparable('a trailer has no table');
}

function isOffset(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function* placesOf(
  bytes: Buffer,
  word: string,
  { from, budget }: { from: number; budget: ComparisonBudget },
): Iterable<number> {
  for (let at = bytes.indexOf(word, from); at !== -1; at = bytes.indexOf(word, at + 1)) {
    budget.spend(1);
    yield at;
  }
}

/** Its offset may lead to the white space before it. */
function isNamed(bytes: Buffer, at: number, named: ReadonlySet<number>): boolean {
  let offset = at;
  while (!named.has(offset) && isWhiteSpace(bytes[offset - 1])) offset -= 1;
  return named.has(offset);
}
