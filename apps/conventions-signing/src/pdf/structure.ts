/** The tree of a document's structure (ISO 32000-1 §14.7.2), as it stands. */
import { type ComparisonBudget, NotComparable } from './comparison-budget.ts';
import { parser } from './pdf-parser.ts';
import type { PdfjsDict, PdfjsXRef } from './pdfjs-internals.ts';

const { Dict, Ref } = parser;

interface Reading {
  xref: PdfjsXRef;
  budget: ComparisonBudget;
}

/** All elements that have a reference, by that, those that pages and annotations alone lead to among them. */
export function structureOf(catalog: PdfjsDict, reading: Reading): Map<string, PdfjsDict> {
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
export function kidsOf(element: PdfjsDict, reading: Reading): unknown[] {
  const kids = element.get('K') ?? [];
  return Array.isArray(kids) ? listed(kids, reading) : [element.getRaw('K')];
}

/**
 * The elements of pages and of annotations, by the numbers that these have (§14.7.4.4); references are not followed.
 *
 * @throws NotComparable  when it is no tree
 */
export function parentTreeOf(root: PdfjsDict, reading: Reading): Map<unknown, unknown> {
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
