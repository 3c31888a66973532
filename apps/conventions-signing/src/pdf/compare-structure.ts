/**
 * What became of the structure of a document (ISO 32000-1 §14.7): what is read aloud, searched and copied in place
 * of what its pages show. Signing adds elements for its own fields, and nothing else.
 */
import type { Comparing } from './compare-forms.ts';
import { type ComparisonBudget, NotComparable } from './comparison-budget.ts';
import { parser } from './pdf-parser.ts';
import type { PdfjsDict, PdfjsXRef } from './pdfjs-internals.ts';
import { placeOf, type Revision, referencesFrom } from './revision.ts';

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

/** How the tree of a document's structure is read (ISO 32000-1 §14.7.2), as it stands. */
interface Reading {
  xref: PdfjsXRef;
  budget: ComparisonBudget;
}

/** All elements that have a reference, by that, those that pages and annotations alone lead to among them. */
function structureOf(catalog: PdfjsDict, reading: Reading): Map<string, PdfjsDict> {
  const elements = new Map<string, PdfjsDict>();
  const root = catalog.get('StructTreeRoot');
  if (!(root instanceof Dict)) return elements;
  const open = [...kidsOf(root, reading), ...parentTreeOf(root, reading).values()];
  for (let raw = open.pop(); raw !== undefined; raw = open.pop()) {
    if (elements.has(`${raw}`)) continue;
    const element = reading.xref.fetchIfRef(raw);
    if (Array.isArray(element)) open.push(...listed(element, reading));
    // Others are marked contents and references to annotations.
    if (!(element instanceof Dict) || !element.has('S')) continue;
    if (raw instanceof Ref) elements.set(`${raw}`, element);
    open.push(...kidsOf(element, reading));
  }
  return elements;
}

/** What an element, or the root, leads to: elements, contents of pages and annotations; references are not followed. */
function kidsOf(element: PdfjsDict, reading: Reading): unknown[] {
  const kids = element.get('K') ?? [];
  return Array.isArray(kids) ? listed(kids, reading) : [element.getRaw('K')];
}

/**
 * The elements of pages and of annotations, by the numbers that these have (§14.7.4.4); references are not followed.
 *
 * @throws NotComparable  when it is no tree
 */
function parentTreeOf(root: PdfjsDict, reading: Reading): Map<unknown, unknown> {
  const { xref, budget } = reading;
  const elements = new Map<unknown, unknown>();
  const seen = new Set<unknown>();
  const open: unknown[] = [root.getRaw('ParentTree')];
  while (open.length > 0) {
    budget.spend(1);
    const raw = open.pop();
    const node = xref.fetchIfRef(raw);
    if (!(node instanceof Dict)) continue;
    if (seen.has(raw)) throw new NotComparable('a tree of numbers is no tree');
    seen.add(raw);
    const numbers = node.get('Nums');
    const list = Array.isArray(numbers) ? listed(numbers, reading) : [];
    for (let index = 0; index + 1 < list.length; index += 2)
      elements.set(xref.fetchIfRef(list[index]), list[index + 1]);
    const kids = node.get('Kids');
    if (Array.isArray(kids)) open.push(...listed(kids, reading));
  }
  return elements;
}

function listed(list: unknown[], { budget }: Reading): unknown[] {
  budget.spend(list.length);
  return list;
}
