/** The picture that a signature shows on a page. */
import type { ComparisonBudget } from './comparison-budget.ts';
import { measuresSame } from './odd-numbers.ts';
import type { PdfjsDict } from './pdfjs-internals.ts';
import { referencesFrom } from './references-from.ts';
import { placeOf, type Revision } from './revision.ts';

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
  for (const { num } of referencesFrom(reference, { revision, budget })) {
    const place = placeOf(num, revision);
    if (place !== null && revision.start + place.offset >= end) return false;
  }
  return true;
}
