import { compareAnnotations } from './compare-annotations.ts';
import type { Comparing } from './compare-forms.ts';
import { parser } from './pdf-parser.ts';
import type { RevisionPage } from './revision.ts';
import type { Comparer } from './same-value.ts';

const { Dict } = parser;

const boxes = ['MediaBox', 'CropBox', 'Rotate'];
// Compared by itself, or shows nothing on the page.
const other = new Set([
  ...['Parent', 'Contents', 'Resources', ...boxes, 'Annots'],
  ...['Tabs', 'StructParents', 'LastModified', 'Metadata', 'PieceInfo', 'Thumb', 'B', 'ID'],
]);

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
