/** What became of the fields of a form, those that signatures stand in among them. */
import type { ComparisonBudget } from './comparison-budget.ts';
import type { Differences } from './differences.ts';
import {
  effectOf,
  fieldEffects,
  fillingEntries,
  formEntries,
  hasShape,
  placeEntries,
  type Shapes,
  signatureFieldEffects,
  signingEntries,
} from './entry-shapes.ts';
import type { FormField } from './form-fields.ts';
import { measuresSame } from './odd-numbers.ts';
import { parser } from './pdf-parser.ts';
import type { PdfjsDict } from './pdfjs-internals.ts';
import { placeOf, type Revision, referencesFrom } from './revision.ts';
import type { Comparer } from './same-value.ts';
import { readSignatureDictionary, type SignatureValue } from './signature-values.ts';

const { Dict, Ref } = parser;

/** Two revisions on their way through a comparison. */
export interface Comparing {
  before: Revision;
  after: Revision;
  comparer: Comparer;
  differences: Differences;
  /** Numbers of the pages on which an annotation stands in the later revision, by its reference. */
  pagesShowing: ReadonlyMap<string, number[]>;
  budget: ComparisonBudget;
  /** Offset behind what a valid signature covers; undefined for one that is not valid. */
  validUpTo(signature: SignatureValue): number | undefined;
}

// Its children are fields of their own; where there were none, viewers drew the field itself, and now do not.
const kids = new Set(['Kids']);
const ownOf = ({ dict }: FormField) => ((dict.get('Kids') ?? null) === null ? new Set<string>() : kids);

/** Fields that were there are the same, filled in, or signed; those that were not are signatures or additions. */
export function compareFields(comparing: Comparing): void {
  const { before, after, comparer, differences, pagesShowing, budget } = comparing;
  const within = { revision: after, budget };
  for (const [reference, was] of before.fields) {
    const is = after.fields.get(reference);
    const pages = pagesShowing.get(reference) ?? [];
    if (is === undefined || is.type !== was.type || `${is.ancestors}` !== `${was.ancestors}`) {
      differences.add('pages-changed', pages);
      continue;
    }
    const keys = comparer.differing(was.dict, is.dict, ownOf(was));
    const isAll = (shapes: Shapes) => keys.every((key) => hasShape(is.dict, key, shapes, within));
    if (isAll(placeEntries)) continue;
    if (was.type !== 'Sig')
      differences.add(
        isAll(fillingEntries) && isAtMostLocked(was, is) ? 'forms-filled' : 'pages-changed',
        pages,
      );
    else if (!hasValue(was) && hasValue(is) && isAll(signingEntries))
      addSignature(comparing, { reference, field: is, keys });
    else differences.add('pages-changed', pages);
  }
  for (const [reference, field] of after.fields) {
    if (before.fields.has(reference)) continue;
    const effects = field.type === 'Sig' ? signatureFieldEffects : fieldEffects;
    const keys = [...field.dict.getKeys()];
    if (effectOf(field.dict, effects, { ...within, keys }) === 'acts')
      differences.add('pages-changed', pagesShowing.get(reference));
    else if (field.type === 'Sig') addSignature(comparing, { reference, field, keys });
    else differences.add('annotations-added', pagesShowing.get(reference));
  }
}

/**
 * A picture that is seen belongs to a signature only when that is valid and covers it; else it is any picture
 * that somebody put on a page ("sneaky signature", Ruhr University Bochum, "Breaking the Specification", 2021).
 *
 * @param added.keys  what the update wrote into the field
 */
function addSignature(
  { after, budget, differences, pagesShowing, validUpTo }: Comparing,
  { reference, field, keys }: { reference: string; field: FormField; keys: string[] },
): void {
  const within = { revision: after, budget };
  // What was hidden is seen with all that it had.
  const looks = keys.includes('F') ? undefined : [...keys, ...(field.dict.has('AP') ? ['AP'] : [])];
  const isSeen =
    hasPlace(field.dict, after) &&
    effectOf(field.dict, signatureFieldEffects, { ...within, keys: looks }) !== 'unseen';
  const pages = isSeen ? (pagesShowing.get(reference) ?? []) : [];
  const value = after.xref.fetchIfRef(field.value);
  const end = value instanceof Dict ? validUpTo(readSignatureDictionary(value, parser)) : undefined;
  const isOwn = end !== undefined && isWithin(field.reference, { revision: after, end, budget });
  differences.add(pages.length > 0 && !isOwn ? 'annotations-added' : 'signatures-added', pages);
}

function hasValue({ value }: FormField): boolean {
  return value !== undefined && value !== null;
}

/** ISO 32000-1 §12.7.3.1: the other flags say how a field is drawn, and what it does. */
function isAtMostLocked(was: FormField, is: FormField): boolean {
  const readOnly = 1;
  return is.flags === was.flags || is.flags === (Number(was.flags) | readOnly);
}

// Compared by themselves.
const ofForm = new Set(['Fields', 'DR']);

/** What the form says for all of its fields. */
export function compareFormSettings(comparing: Comparing): void {
  const { before, after, comparer, differences, budget } = comparing;
  const [was, is] = [formOf(before), formOf(after)];
  // A viewer draws fields of other kinds itself: those without a picture, or all of them.
  const isDrawn = [...before.fields.values()].some(({ type }) => type !== 'Sig');
  const drawsAll = (form: PdfjsDict) => (form.get('NeedAppearances') ?? false) !== false;
  for (const key of comparer.differing(was, is, ofForm)) {
    if (hasShape(is, key, formEntries, { revision: after, budget })) continue;
    if (key === 'DA' || key === 'Q') {
      if (isDrawn) differences.add(was.has(key) ? 'pages-changed' : 'forms-filled');
    } else if (key !== 'NeedAppearances' || drawsAll(is) || (isDrawn && drawsAll(was))) {
      differences.add('pages-changed');
    }
  }
  compareFormResources(comparing, { was: was.get('DR'), is: is.get('DR') });
}

function formOf({ catalog }: Revision): PdfjsDict {
  const form = catalog.get('AcroForm');
  return form instanceof Dict ? form : new Dict();
}

/** Signing adds fonts for its own picture; those of the other fields stay, and none comes that they asked for in vain. */
function compareFormResources(
  { before, comparer, differences }: Comparing,
  { was, is }: { was: unknown; is: unknown },
): void {
  const listsBefore = was instanceof Dict ? was : new Dict();
  const listsAfter = is instanceof Dict ? is : new Dict();
  const asked = [formOf(before), ...[...before.fields.values()].map(({ dict }) => dict)]
    .map((dict) => String(dict.get('DA') ?? ''))
    .join(' ')
    // ISO 32000-1 §7.3.5.
    .replaceAll(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  for (const kind of comparer.differing(listsBefore, listsAfter)) {
    const [before, after] = [listsBefore.get(kind) ?? new Dict(), listsAfter.get(kind)];
    if (!(before instanceof Dict) || !(after instanceof Dict)) {
      differences.add('pages-changed');
      continue;
    }
    for (const name of comparer.differing(before, after)) {
      if (before.has(name)) differences.add('pages-changed');
      else if (asked.includes(`/${name}`)) differences.add('forms-filled');
    }
  }
}

/** The reference of an annotation that a field is, or undefined. */
export function fieldReference(annotation: unknown, { fields }: Revision): string | undefined {
  return annotation instanceof Ref && fields.has(`${annotation}`) ? `${annotation}` : undefined;
}

/** ISO 32000-1 §12.5.2, §12.5.3: the widget has a place of some size, and is not hidden. */
function hasPlace(widget: PdfjsDict, { xref }: Revision): boolean {
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
function isWithin(
  reference: unknown,
  { revision, end, budget }: { revision: Revision; end: number; budget: ComparisonBudget },
): boolean {
  for (const { num } of referencesFrom(reference, { revision, budget })) {
    const place = placeOf(num, revision);
    if (place !== null && revision.start + place.offset >= end) return false;
  }
  return true;
}
