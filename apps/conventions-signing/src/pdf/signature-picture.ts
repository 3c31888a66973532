/** The picture that a signature shows on a page. */
import type { ComparisonBudget } from './comparison-budget.ts';
import { measuresSame } from './odd-numbers.ts';
import { parser } from './pdf-parser.ts';
import type { PdfjsDict } from './pdfjs-internals.ts';
import type { Revision } from './revision.ts';

const { BaseStream, Dict, Ref } = parser;

/** ISO 32000-1 §12.5.2, §12.5.3: the widget has a place of some size, and is not hidden. */
export function hasPlace(widget: PdfjsDict, { xref }: Revision): boolean {
  const hidden = 2;
  const flags = widget.get('F');
  if (typeof flags === 'number' && (flags & hidden) !== 0) return false;
  const rectangle = widget.get('Rect');
  const [left, bottom, right, top] = Array.isArray(rectangle)
    ? (rectangle as unknown[]).map((side) => xref.fetchIfRef(side))
    : [];
  return !measuresSame(left, right) && !measuresSame(bottom, top);
}

/**
 * Whether the widget and its picture stand within the bytes that were signed: else the signature is another's,
 * or the picture came later.
 *
 * @param reference  of the widget, with all that it leads to but pages and other annotations
 * @param end        offset behind what the signature covers
 */
export function isWithin(
  reference: unknown,
  { revision, end, budget }: { revision: Revision; end: number; budget: ComparisonBudget },
): boolean {
  const { xref, identities, start } = revision;
  const seen = new Set<unknown>();
  const open: unknown[] = [reference];
  while (open.length > 0) {
    budget.spend(1);
    const raw = open.pop();
    if (raw instanceof Ref) {
      if (seen.has(raw) || (raw !== reference && identities.has(`${raw}`))) continue;
      seen.add(raw);
      const entry = xref.getEntry(raw.num);
      // Of an object in a stream of objects, the offset is the number of that (§7.5.8.3).
      const place = entry?.uncompressed === false ? xref.getEntry(entry.offset) : entry;
      if (place !== null && start + place.offset >= end) return false;
    }
    const value = xref.fetchIfRef(raw);
    const dict = value instanceof BaseStream ? value.dict : value;
    if (dict instanceof Dict) for (const key of dict.getKeys()) open.push(dict.getRaw(key));
    if (Array.isArray(value)) for (const part of value as unknown[]) open.push(part);
  }
  return true;
}
