/** What became of the fields of a form, those that signatures stand in among them. */
import type { ComparisonBudget } from './comparison-budget.ts';
import type { Differences } from './differences.ts';
import type { FormField } from './form-fields.ts';
import { parser } from './pdf-parser.ts';
import type { PdfjsDict } from './pdfjs-internals.ts';
import type { Revision } from './revision.ts';
import type { Comparer } from './same-value.ts';
import { isSeen, isWithin } from './signature-picture.ts';
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

// Where a field stands in the document; its children are fields of their own.
const places = ['Parent', 'Kids', 'P', 'StructParent'];
const fixed = new Set(places);
// ISO 32000-1 §12.7.4: what filling a field in writes, its picture among it; `M` is when, `Ff` locks it.
const filled = ['V', 'AP', 'AS', 'I', 'RV', 'M', 'Ff'];
const fillable = new Set([...places, ...filled]);
// What signing an empty field writes: its flags lock it, `MK` and `DA` come with its picture.
const signable = new Set([...places, 'V', 'AP', 'AS', 'M', 'F', 'MK', 'DA']);

/** Fields that were there are the same, filled in, or signed; those that were not are signatures or additions. */
export function compareFields(comparing: Comparing): void {
  const { before, after, comparer, differences, pagesShowing } = comparing;
  for (const [reference, was] of before.fields) {
    const is = after.fields.get(reference);
    const pages = pagesShowing.get(reference) ?? [];
    if (is === undefined || is.type !== was.type) {
      differences.add('pages-changed', pages);
    } else if (was.type === 'Sig') {
      if (comparer.sameEntries(was.dict, is.dict, fixed)) continue;
      const isSigned = !hasValue(was) && hasValue(is) && comparer.sameEntries(was.dict, is.dict, signable);
      if (isSigned) addSignature(comparing, { reference, field: is });
      else differences.add('pages-changed', pages);
    } else if (!comparer.sameEntries(was.dict, is.dict, fixed)) {
      const isFilled = comparer.sameEntries(was.dict, is.dict, fillable);
      differences.add(isFilled ? 'forms-filled' : 'pages-changed', pages);
    }
  }
  for (const [reference, field] of after.fields) {
    if (before.fields.has(reference)) continue;
    if (field.type === 'Sig') addSignature(comparing, { reference, field });
    else differences.add('annotations-added', pagesShowing.get(reference));
  }
}

/**
 * A picture that is seen belongs to a signature only when that is valid and covers it; else it is any picture
 * that somebody put on a page ("sneaky signature", Ruhr University Bochum, "Breaking the Specification", 2021).
 */
function addSignature(
  { after, budget, differences, pagesShowing, validUpTo }: Comparing,
  { reference, field }: { reference: string; field: FormField },
): void {
  const pages = isSeen(field.dict, after) ? (pagesShowing.get(reference) ?? []) : [];
  const value = after.xref.fetchIfRef(field.value);
  const end = value instanceof Dict ? validUpTo(readSignatureDictionary(value, parser)) : undefined;
  const isOwn = end !== undefined && isWithin(field.reference, { revision: after, end, budget });
  differences.add(pages.length > 0 && !isOwn ? 'annotations-added' : 'signatures-added', pages);
}

function hasValue({ value }: FormField): boolean {
  return value !== undefined && value !== null;
}

// Of the form as a whole: what signing adds to, and what says how fields without a picture are drawn.
const ofSigning = new Set(['Fields', 'SigFlags', 'DR']);
const ofDrawing = ['NeedAppearances', 'DA', 'Q'];

/** What the form says for all of its fields. */
export function compareFormSettings({ before, after, comparer, differences }: Comparing): void {
  const [was, is] = [formOf(before), formOf(after)];
  if (!comparer.sameEntries(was, is, new Set([...ofSigning, ...ofDrawing]))) differences.add('pages-changed');
  if (before.fields.size === 0) return;
  const drawsAlike = ofDrawing.every((key) => comparer.same(was.getRaw(key), is.getRaw(key)));
  if (!drawsAlike) differences.add('forms-filled');
  if (!keepsResources(was.get('DR'), is.get('DR'), comparer)) differences.add('pages-changed');
}

function formOf({ catalog }: Revision): PdfjsDict {
  const form = catalog.get('AcroForm');
  return form instanceof Dict ? form : new Dict();
}

/** Signing adds fonts for its own picture; those of the other fields stay. */
function keepsResources(was: unknown, is: unknown, comparer: Comparer): boolean {
  if (!(was instanceof Dict) || !(is instanceof Dict)) return !(was instanceof Dict);
  return [...was.getKeys()].every((kind) => {
    const [listBefore, listAfter] = [was.get(kind), is.get(kind)];
    if (!(listBefore instanceof Dict) || !(listAfter instanceof Dict))
      return comparer.same(listBefore, listAfter);
    return [...listBefore.getKeys()].every((name) =>
      comparer.same(listBefore.getRaw(name), listAfter.getRaw(name)),
    );
  });
}

/** The reference of an annotation that a field is, or undefined. */
export function fieldReference(annotation: unknown, { fields }: Revision): string | undefined {
  return annotation instanceof Ref && fields.has(`${annotation}`) ? `${annotation}` : undefined;
}
