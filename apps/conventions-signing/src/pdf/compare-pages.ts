import { type Comparing, fieldReference } from './compare-forms.ts';
import { NotComparable } from './comparison-budget.ts';
import { annotationEffects, effectOf, hasShape, pageEntries, placeEntries } from './entry-shapes.ts';
import { parser } from './pdf-parser.ts';
import type { RevisionPage } from './revision.ts';
import type { Comparer } from './same-value.ts';

const { Dict, Ref } = parser;

const boxes = ['MediaBox', 'CropBox', 'Rotate'];
/** What a page may inherit: of another kind, some viewers go by what it would inherit instead. */
const kinds: Record<string, (value: unknown) => boolean> = {
  Resources: (value) => value instanceof Dict,
  MediaBox: Array.isArray,
  CropBox: Array.isArray,
  Rotate: Number.isSafeInteger,
};
// Compared by themselves, or by the tree that they lead to.
const apart = new Set(['Parent', 'Contents', 'Resources', ...boxes, 'Annots']);

/**
 * What became of one page, and of its annotations.
 *
 * @param index  in both revisions, from 0; a page that one of them has not is changed
 * @throws NotComparable  when it is the same, and viewers differ about it
 */
export function comparePage(comparing: Comparing, index: number): void {
  const [was, is] = [comparing.before.pages[index], comparing.after.pages[index]];
  if (was === undefined || is === undefined || !showsSame(was, is, comparing))
    comparing.differences.add('pages-changed', [index + 1]);
  else if (!hasPlainEntries(was, comparing)) throw new NotComparable('a page has an entry of another kind');
  compareAnnotations(comparing, index);
}

function showsSame(was: RevisionPage, is: RevisionPage, comparing: Comparing): boolean {
  const { before, after, comparer, budget } = comparing;
  const resourcesBefore = before.xref.fetchIfRef(was.attribute('Resources'));
  const resourcesAfter = after.xref.fetchIfRef(is.attribute('Resources'));
  return (
    boxes.every((key) => comparer.same(was.attribute(key), is.attribute(key), key)) &&
    sameResources(resourcesBefore, resourcesAfter, comparer) &&
    comparer.sameContent(was.attribute('Contents'), is.attribute('Contents')) &&
    comparer
      .differing(was.dict, is.dict, apart)
      .every((key) => hasShape(is.dict, key, pageEntries, { revision: after, budget }))
  );
}

function hasPlainEntries(page: RevisionPage, { before }: Comparing): boolean {
  return Object.entries(kinds).every(([key, isOfItsKind]) => {
    const value = before.xref.fetchIfRef(page.attribute(key)) ?? null;
    return value === null || isOfItsKind(value);
  });
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
 * What became of the annotations of one page: those that were there are the same, in the order in which they are
 * drawn, or the page changed. Widgets of fields are for `compare-forms.ts`, as long as they stand where they stood.
 *
 * @param index  of the page in both revisions, from 0
 */
function compareAnnotations(comparing: Comparing, index: number): void {
  const { before, after, comparer, differences, budget } = comparing;
  const within = { revision: after, budget };
  const listAfter = after.pages[index]?.annotations ?? [];
  const added = new Set(listAfter.keys());
  const page = [index + 1];

  let from = 0;
  for (const was of before.pages[index]?.annotations ?? []) {
    let at = from;
    const isHere = (is: unknown) => (was instanceof Ref ? is === was : comparer.same(was, is));
    for (; at < listAfter.length && !isHere(listAfter[at]); at += 1) budget.spend(1);
    const isThere = fieldReference(was, before) !== undefined || isSame(was, listAfter[at]);
    if (at === listAfter.length || !isThere) differences.add('pages-changed', page);
    if (!added.delete(at)) continue;
    from = at + 1;
  }
  for (const place of added) {
    const reference = fieldReference(listAfter[place], after);
    // A new field says by itself what it is; an old one was not shown here.
    if (reference !== undefined && !before.fields.has(reference)) continue;
    const dict = after.xref.fetchIfRef(listAfter[place]);
    const effect =
      reference === undefined && dict instanceof Dict ? effectOf(dict, annotationEffects, within) : 'seen';
    differences.add(effect === 'acts' ? 'pages-changed' : 'annotations-added', page);
  }

  function isSame(was: unknown, is: unknown): boolean {
    const [dictBefore, dictAfter] = [before.xref.fetchIfRef(was), after.xref.fetchIfRef(is)];
    return dictBefore instanceof Dict && dictAfter instanceof Dict
      ? comparer
          .differing(dictBefore, dictAfter)
          .every((key) => hasShape(dictAfter, key, placeEntries, within))
      : comparer.same(dictBefore, dictAfter);
  }
}
