import { type Comparing, fieldReference } from './compare-forms.ts';
import { parser } from './pdf-parser.ts';
import type { RevisionPage } from './revision.ts';
import type { Comparer } from './same-value.ts';

const { Dict, Ref } = parser;

const boxes = ['MediaBox', 'CropBox', 'Rotate'];
// Compared by itself, or shows nothing on the page.
const other = new Set([
  ...['Parent', 'Contents', 'Resources', ...boxes, 'Annots'],
  ...['Tabs', 'StructParents', 'LastModified', 'Metadata', 'PieceInfo', 'Thumb', 'B', 'ID'],
]);
// Of an annotation: the page that it stands on, and its place in the structure.
const places = new Set(['P', 'StructParent']);

/**
 * What became of one page, and of its annotations.
 *
 * @param index  in both revisions, from 0; a page that one of them has not is changed
 */
export function comparePage(comparing: Comparing, index: number): void {
  const [was, is] = [comparing.before.pages[index], comparing.after.pages[index]];
  if (was === undefined || is === undefined || !showsSame(was, is, comparing))
    comparing.differences.add('pages-changed', [index + 1]);
  compareAnnotations(comparing, index);
}

function showsSame(was: RevisionPage, is: RevisionPage, { before, after, comparer }: Comparing): boolean {
  const resourcesBefore = before.xref.fetchIfRef(was.attribute('Resources'));
  const resourcesAfter = after.xref.fetchIfRef(is.attribute('Resources'));
  return (
    boxes.every((key) => comparer.same(was.attribute(key), is.attribute(key))) &&
    sameResources(resourcesBefore, resourcesAfter, comparer) &&
    comparer.sameContent(was.attribute('Contents'), is.attribute('Contents')) &&
    comparer.sameEntries(was.dict, is.dict, other)
  );
}

/** Signing software adds empty kinds; a new name of a kind could show what the page asked for in vain. */
function sameResources(was: unknown, is: unknown, comparer: Comparer): boolean {
  if (!(was instanceof Dict) || !(is instanceof Dict)) return comparer.same(was, is);
  const kinds = new Set([...was.getKeys(), ...is.getKeys()]);
  return [...kinds].every((kind) => {
    const isNew = !was.has(kind);
    const added = is.get(kind);
    const isEmpty = added instanceof Dict && [...added.getKeys()].length === 0;
    return (isNew && isEmpty) || comparer.same(was.getRaw(kind), is.getRaw(kind));
  });
}

/**
 * What became of the annotations of one page: those that were there are the same, or the page changed. Widgets
 * of fields are for `compare-forms.ts`, as long as they stand where they stood.
 *
 * @param index  of the page in both revisions, from 0
 */
function compareAnnotations(comparing: Comparing, index: number): void {
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
