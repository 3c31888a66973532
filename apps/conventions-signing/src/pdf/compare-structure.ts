/**
 * What became of the structure of a document (ISO 32000-1 §14.7): what is read aloud, searched and copied in place
 * of what its pages show. Signing adds elements for its own fields, and nothing else.
 */
import type { Comparing } from './compare-forms.ts';
import { parser } from './pdf-parser.ts';
import type { PdfjsDict } from './pdfjs-internals.ts';
import { referencesFrom } from './references-from.ts';
import { placeOf, type Revision } from './revision.ts';
import { kidsOf, parentTreeOf, structureOf } from './structure.ts';

const { Dict, Ref } = parser;

// Compared by themselves, or counted.
const ofRoot = new Set(['K', 'ParentTree', 'ParentTreeNextKey']);
const kids = new Set(['K']);
const ofAdded = new Set(['Type', 'S', 'P', 'K', 'Pg']);

interface ComparingStructure extends Comparing {
  /** By reference. */
  elements: { before: ReadonlyMap<string, PdfjsDict>; after: ReadonlyMap<string, PdfjsDict> };
}

/**
 * Elements that were there are the same, and lead to the same in the same order; others lead to new annotations
 * alone. Comes last: from then on an element is compared by being the same one.
 */
export function compareStructure(comparing: Comparing): void {
  const { before, after, differences, budget } = comparing;
  if (!isTouched(comparing)) return;
  const [elementsBefore, elementsAfter] = [before, after].map((revision) => {
    const { catalog, xref, identities } = revision;
    const elements = structureOf(catalog, { xref, budget });
    for (const reference of [`${catalog.getRaw('StructTreeRoot')}`, ...elements.keys()])
      if (!identities.has(reference)) identities.set(reference, `element ${reference}`);
    return elements;
  });
  const elements = { before: elementsBefore ?? new Map(), after: elementsAfter ?? new Map() };
  if (!isSameStructure({ ...comparing, elements })) differences.add('pages-changed');
}

/** Whether the update redefines anything that the structure leads to: thousands of elements are not compared in vain. */
function isTouched({ before, after, budget }: Comparing): boolean {
  const root = before.catalog.getRaw('StructTreeRoot');
  if (root !== after.catalog.getRaw('StructTreeRoot')) return true;
  for (const { num } of referencesFrom(root, { revision: before, budget })) {
    const [was, is] = [before.xref.getEntry(num), after.xref.getEntry(num)];
    if (was?.uncompressed !== is?.uncompressed || was?.offset !== is?.offset || was?.gen !== is?.gen)
      return true;
    if (placeOf(num, before)?.offset !== placeOf(num, after)?.offset) return true;
  }
  return false;
}

function isSameStructure(comparing: ComparingStructure): boolean {
  const { before, after, comparer, elements } = comparing;
  const [was, is] = [before, after].map(({ catalog }) => catalog.get('StructTreeRoot') ?? null);
  return was instanceof Dict && is instanceof Dict
    ? comparer.sameEntries(was, is, ofRoot) &&
        keepsKids(was, is, comparing) &&
        [...elements.before].every(([reference, element]) => {
          const now = elements.after.get(reference);
          return (
            now !== undefined &&
            comparer.sameEntries(element, now, kids) &&
            keepsKids(element, now, comparing)
          );
        }) &&
        keepsParents(was, is, comparing)
    : was === is;
}

function keepsKids(was: PdfjsDict, is: PdfjsDict, comparing: ComparingStructure): boolean {
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
function keepsParents(was: PdfjsDict, is: PdfjsDict, comparing: ComparingStructure): boolean {
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
function isAdded(raw: unknown, { before, after, budget, elements }: ComparingStructure): boolean {
  const element = raw instanceof Ref ? elements.after.get(`${raw}`) : undefined;
  if (element === undefined || elements.before.has(`${raw}`)) return false;
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
