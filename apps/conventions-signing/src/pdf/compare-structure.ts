/**
 * What became of the structure of a document (ISO 32000-1 §14.7): what is read aloud, searched and copied in place
 * of what its pages show. Signing adds elements for its own fields, and nothing else.
 */
import type { Comparing } from './compare-forms.ts';
import { parser } from './pdf-parser.ts';
import type { PdfjsDict } from './pdfjs-internals.ts';
import type { Revision } from './revision.ts';
import { kidsOf, parentTreeOf } from './structure.ts';

const { Dict, Ref } = parser;

// Compared by themselves, or counted.
const ofRoot = new Set(['K', 'ParentTree', 'ParentTreeNextKey']);
const kids = new Set(['K']);
const ofAdded = new Set(['Type', 'S', 'P', 'K', 'Pg']);

/** Elements that were there are the same, and lead to the same in the same order; others lead to new annotations alone. */
export function compareStructure(comparing: Comparing): void {
  const { before, after, comparer, differences } = comparing;
  const [was, is] = [before, after].map(({ catalog }) => catalog.get('StructTreeRoot') ?? null);
  const isSame =
    was instanceof Dict && is instanceof Dict
      ? comparer.sameEntries(was, is, ofRoot) &&
        keepsKids(was, is, comparing) &&
        [...before.structure].every(([reference, element]) => {
          const now = after.structure.get(reference);
          return (
            now !== undefined &&
            comparer.sameEntries(element, now, kids) &&
            keepsKids(element, now, comparing)
          );
        }) &&
        keepsParents(was, is, comparing)
      : was === is;
  if (!isSame) differences.add('pages-changed');
}

function keepsKids(was: PdfjsDict, is: PdfjsDict, comparing: Comparing): boolean {
  const { before, after, comparer, budget } = comparing;
  const expected = kidsOf(was, { ...before, budget });
  let found = 0;
  for (const kid of kidsOf(is, { ...after, budget })) {
    if (found < expected.length && comparer.same(expected[found], kid)) found += 1;
    else if (!isAdded(kid, comparing)) return false;
  }
  return found === expected.length;
}

/** From what pages and annotations say to their elements. */
function keepsParents(was: PdfjsDict, is: PdfjsDict, comparing: Comparing): boolean {
  const { before, after, comparer, budget } = comparing;
  const [treeBefore, treeAfter] = [
    parentTreeOf(was, { ...before, budget }),
    parentTreeOf(is, { ...after, budget }),
  ];
  return (
    [...treeBefore].every(([key, element]) => comparer.same(element, treeAfter.get(key))) &&
    [...treeAfter].every(([key, element]) => treeBefore.has(key) || isAdded(element, comparing))
  );
}

/** A new element that says nothing itself, and leads to new annotations alone. */
function isAdded(raw: unknown, { before, after, budget }: Comparing): boolean {
  const element = raw instanceof Ref ? after.structure.get(`${raw}`) : undefined;
  if (element === undefined || before.structure.has(`${raw}`)) return false;
  return (
    [...element.getKeys()].every((key) => ofAdded.has(key)) &&
    kidsOf(element, { ...after, budget }).every((kid) => isNewAnnotation(kid, { before, after }))
  );
}

function isNewAnnotation(raw: unknown, { before, after }: { before: Revision; after: Revision }): boolean {
  const kid = after.xref.fetchIfRef(raw);
  const annotation = kid instanceof Dict ? kid.getRaw('Obj') : undefined;
  return (
    annotation instanceof Ref &&
    after.identities.has(`${annotation}`) &&
    !before.identities.has(`${annotation}`)
  );
}
