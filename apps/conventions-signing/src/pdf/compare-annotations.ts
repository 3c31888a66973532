import { type Comparing, fieldReference } from './compare-forms.ts';
import { parser } from './pdf-parser.ts';

const { Dict, Ref } = parser;

// The page that it stands on, and its place in the structure.
const places = new Set(['P', 'StructParent']);

/**
 * What became of the annotations of one page: those that were there are the same, or the page changed. Widgets
 * of fields are for `compare-forms.ts`, as long as they stand where they stood.
 *
 * @param index  of the page in both revisions, from 0
 */
export function compareAnnotations(comparing: Comparing, index: number): void {
  const { before, after, comparer, differences } = comparing;
  const listBefore = before.pages[index]?.annotations ?? [];
  const remaining = new Set<unknown>(after.pages[index]?.annotations);
  const page = [index + 1];

  for (const was of listBefore) {
    const is = was instanceof Ref ? was : [...remaining].find((candidate) => comparer.same(was, candidate));
    const isThere = is !== undefined && remaining.delete(is);
    if (!isThere || !(fieldReference(was, before) !== undefined || isSame(was, is))) {
      differences.add('pages-changed', page);
    }
  }
  for (const added of remaining) {
    const reference = fieldReference(added, after);
    // A new field says by itself what it is; an old one was not shown here.
    if (reference === undefined || before.fields.has(reference)) differences.add('annotations-added', page);
  }

  function isSame(was: unknown, is: unknown): boolean {
    const [dictBefore, dictAfter] = [before.xref.fetchIfRef(was), after.xref.fetchIfRef(is)];
    return dictBefore instanceof Dict && dictAfter instanceof Dict
      ? comparer.sameEntries(dictBefore, dictAfter, places)
      : comparer.same(dictBefore, dictAfter);
  }
}
