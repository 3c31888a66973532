/**
 * What a file shows beside what its beginning, the registered document, shows alone.
 *
 * Not the objects that an update wrote are judged, but all that leads to a page, in the two revisions as two
 * documents: whatever the update redefines, wherever its cross-references point, a page is the same only when
 * all it consists of is. Allowed is what signing adds (ISO 32000-2 §12.8.2.2, ETSI EN 319 142-1 §5.5). What
 * readers with and without repairs could read differently is not compared.
 */
import { type Comparing, compareFields, compareFormSettings } from './compare-forms.ts';
import { comparePage } from './compare-pages.ts';
import { compareStructure } from './compare-structure.ts';
import { ComparisonBudget, NotComparable } from './comparison-budget.ts';
import { Differences } from './differences.ts';
import { catalogEntries, hasShape } from './entry-shapes.ts';
import type { ExaminedSignatures } from './examine-signatures.ts';
import { tellingOddNumbers } from './odd-numbers.ts';
import { parser } from './pdf-parser.ts';
import type { PdfjsDict } from './pdfjs-internals.ts';
import { openRevision, type Revision } from './revision.ts';
import { Comparer } from './same-value.ts';
import type { Comparison } from './signature-findings.ts';
import { refuseUnnamedObjects } from './unnamed-objects.ts';

const { Ref } = parser;

// Compared by themselves.
const apart = new Set(['Pages', 'AcroForm', 'StructTreeRoot']);

/** What a file begins with, and what its valid signatures cover. */
interface Beginning extends Pick<ExaminedSignatures, 'validUpTo'> {
  /** Of the registered document. */
  size: number;
}

/** Compares a file with its own beginning; whatever is odd makes them not comparable, and never throws. */
export function compareDocuments(file: Uint8Array, beginning: Beginning): Comparison {
  return tellingOddNumbers(() => refusingDoubleKeys(() => compare(file, beginning)));
}

function compare(file: Uint8Array, { size, validUpTo }: Beginning): Comparison {
  const differences = new Differences();
  try {
    const budget = new ComparisonBudget();
    const before = openRevision(file.subarray(0, size), budget);
    const after = openRevision(file, budget);
    const comparer = new Comparer(before, after, budget);
    const showing = pagesShowing(after);
    const comparing: Comparing = {
      before,
      after,
      comparer,
      differences,
      budget,
      validUpTo,
      pagesShowing: showing,
    };
    const pages = Math.max(before.pages.length, after.pages.length);
    for (let index = 0; index < pages; index += 1) comparePage(comparing, index);
    compareCatalogs(comparing);
    compareFormSettings(comparing);
    compareFields(comparing);
    compareStructure(comparing);
    refuseUnnamedObjects(file, { from: size, budget });
  } catch {
    // Of the budget, of a reader that would have to guess, and of pdfjs: all of them about the bytes.
    differences.add('not-comparable');
  }
  return differences.gravest();
}

function compareCatalogs({ before, after, comparer, differences, budget }: Comparing): void {
  const isAllowed = (key: string) =>
    hasShape(after.catalog, key, catalogEntries, { revision: after, budget });
  if (!comparer.differing(before.catalog, after.catalog, apart).every(isAllowed))
    differences.add('pages-changed');
}

/** Of annotations, and of the fields that they are a part of. */
function pagesShowing({ pages, fields }: Revision): Map<string, number[]> {
  const showing = new Map<string, number[]>();
  pages.forEach(({ annotations }, index) => {
    for (const annotation of annotations) {
      if (!(annotation instanceof Ref)) continue;
      for (const reference of [`${annotation}`, ...(fields.get(`${annotation}`)?.ancestors ?? [])]) {
        const numbers = showing.get(reference) ?? [];
        numbers.push(index + 1);
        showing.set(reference, numbers);
      }
    }
  });
  return showing;
}

const { prototype } = parser.Dict;

/**
 * While something is read, no dictionary is taken that names a key twice (ISO 32000-1 §7.3.7): of two values, viewers
 * show one or the other.
 *
 * @throws NotComparable  for one
 */
function refusingDoubleKeys<Value>(read: () => Value): Value {
  const { set } = prototype;
  prototype.set = function (this: PdfjsDict, key: string, value: unknown) {
    if (this.has(key) && this.getRaw(key) !== value) throw new NotComparable(`two values of ${key}`);
    set.call(this, key, value);
  };
  try {
    return read();
  } finally {
    prototype.set = set;
  }
}
