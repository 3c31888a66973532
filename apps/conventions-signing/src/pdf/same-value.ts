/** Whether two objects of two revisions say the same, through all that they refer to. */
import { type ComparisonBudget, maxDecodedBytes, NotComparable } from './comparison-budget.ts';
import { measuresSame } from './odd-numbers.ts';
import { parser } from './pdf-parser.ts';
import type { PdfjsDict, PdfjsStream } from './pdfjs-internals.ts';
import type { Revision } from './revision.ts';
import { isWhiteSpace } from './white-space.ts';

const { BaseStream, Dict, Name, Ref } = parser;

// What comes out of these tells whether two streams are the same: all viewers decode them alike, damaged ones too.
// Digits of ASCIIHex that are none, and an LZW table that overflows, each takes in its own way.
const flate = new Set(['FlateDecode', 'Fl']);
const ascii85 = new Set(['ASCII85Decode', 'A85']);
const isPlainAscii85 = /^[\t\n\r !-uz]*~>\s*$/;
// Each signature may add one.
const maxSavedStates = 100;
const lengthOnly = new Set(['Length']);
const encodingOnly = new Set(['Length', 'Filter', 'DecodeParms']);

// Real numbers belong there, or in lists there; signing software writes some of them anew.
const measures = new Set([
  ...['MediaBox', 'CropBox', 'BleedBox', 'TrimBox', 'ArtBox', 'UserUnit', 'Dur'],
  ...['Rect', 'QuadPoints', 'Border', 'C', 'CA', 'ca', 'BC', 'BG'],
]);

interface Pair {
  left: unknown;
  right: unknown;
  isMeasure: boolean;
}

/** Compares within a budget; every method throws `NotComparable` when that is used up. */
export class Comparer {
  readonly #before: Revision;
  readonly #after: Revision;
  readonly #budget: ComparisonBudget;
  /** Pairs of references that say the same. */
  readonly #known = new Set<string>();

  constructor(before: Revision, after: Revision, budget: ComparisonBudget) {
    this.#before = before;
    this.#after = after;
    this.#budget = budget;
  }

  /**
   * Of values as they stand: references are followed, and may go round in circles.
   *
   * @param key  of the entry that they are, if it is one
   */
  same(left: unknown, right: unknown, key = ''): boolean {
    return this.#agree([{ left, right, isMeasure: measures.has(key) }]);
  }

  /** Entries of two dictionaries, the given ones left out. */
  sameEntries(left: PdfjsDict, right: PdfjsDict, without: ReadonlySet<string>): boolean {
    const open: Pair[] = [];
    addEntries(left, right, { without, open });
    return this.#agree(open);
  }

  /** Names of the entries that differ, the given ones left out. */
  differing(left: PdfjsDict, right: PdfjsDict, without: ReadonlySet<string> = new Set()): string[] {
    return [...new Set([...left.getKeys(), ...right.getKeys()])].filter(
      (key) => !without.has(key) && !this.same(left.getRaw(key), right.getRaw(key), key),
    );
  }

  /** What two lists of streams, or two streams, are together when decoded. */
  sameContent(left: unknown, right: unknown): boolean {
    if (this.same(left, right)) return true;
    const [before, after] = [this.#content(left, this.#before), this.#content(right, this.#after)];
    return before !== undefined && after !== undefined && showsSame(before, after);
  }

  /** What is still being compared is taken for the same: a difference in it ends everything anyway. */
  #agree(open: Pair[]): boolean {
    const assumed = new Set<string>();
    for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
      this.#budget.spend(1);
      let { left, right } = pair;
      const { isMeasure } = pair;
      if (left instanceof Ref || right instanceof Ref) {
        const [leftIs, rightIs] = [identityOf(left, this.#before), identityOf(right, this.#after)];
        if (leftIs !== rightIs) return false;
        if (leftIs !== undefined) continue;
        if (left instanceof Ref && right instanceof Ref) {
          const key = `${left} ${right} ${isMeasure}`;
          if (this.#known.has(key) || assumed.has(key)) continue;
          assumed.add(key);
        }
        left = this.#before.xref.fetchIfRef(left);
        right = this.#after.xref.fetchIfRef(right);
      }
      if (!this.#agreeAtOnce({ left, right, isMeasure }, open)) return false;
    }
    for (const key of assumed) this.#known.add(key);
    return true;
  }

  /** Compares what two values are, and adds what they hold to what is open. */
  #agreeAtOnce({ left, right, isMeasure }: Pair, open: Pair[]): boolean {
    if (left instanceof BaseStream && right instanceof BaseStream) {
      const isEncodedAlike = sameBytes(this.#encoded(left), this.#encoded(right));
      if (!isEncodedAlike && !(this.#isDecodable(left) && this.#isDecodable(right))) return false;
      if (!isEncodedAlike && !sameBytes(this.#decoded(left), this.#decoded(right))) return false;
      addEntries(left.dict, right.dict, { without: isEncodedAlike ? lengthOnly : encodingOnly, open });
      return true;
    }
    if (left instanceof Dict && right instanceof Dict) {
      addEntries(left, right, { without: new Set(), open });
      return true;
    }
    if (Array.isArray(left) && Array.isArray(right)) {
      if (left.length !== right.length) return false;
      this.#budget.spend(left.length);
      left.forEach((value: unknown, index) => {
        open.push({ left: value, right: right[index], isMeasure });
      });
      return true;
    }
    return left instanceof Name && right instanceof Name
      ? left.name === right.name
      : isSamePlain(left, right) || (isMeasure && measuresSame(left, right));
  }

  #encoded(stream: PdfjsStream): Uint8Array {
    const { bytes, start, end } = stream.getOriginalStream();
    this.#budget.spendBytes(end - start);
    // Whoever goes by another length reads on into what the update holds.
    if (stream.dict.get('Length') !== end - start) throw new NotComparable('a stream of another length');
    return bytes.subarray(start, end);
  }

  #isDecodable(stream: PdfjsStream): boolean {
    const { dict } = stream;
    if (['F', 'DP', 'DecodeParms'].some((key) => dict.has(key))) return false;
    const filter = dict.get('Filter') ?? [];
    const names = ((Array.isArray(filter) ? filter : [filter]) as unknown[]).map((name) =>
      name instanceof Name ? name.name : '',
    );
    const [first, ...others] = names;
    if (first === undefined) return true;
    if (!ascii85.has(first)) return flate.has(first) && others.length === 0;
    const isPlain = isPlainAscii85.test(Buffer.from(this.#encoded(stream)).toString('latin1'));
    return isPlain && others.length <= 1 && others.every((name) => flate.has(name));
  }

  #decoded(stream: PdfjsStream): Uint8Array {
    const bytes = stream.getBytes(maxDecodedBytes + 1);
    this.#budget.spendBytes(bytes.byteLength);
    if (bytes.byteLength > maxDecodedBytes) throw new NotComparable('a stream is too large');
    return bytes;
  }

  /** Undefined for what cannot be decoded. */
  #content(value: unknown, { xref }: Revision): Uint8Array | undefined {
    const whole = xref.fetchIfRef(value) ?? [];
    const pieces: Uint8Array[] = [];
    for (const part of (Array.isArray(whole) ? whole : [whole]) as unknown[]) {
      const stream = xref.fetchIfRef(part);
      if (!(stream instanceof BaseStream) || !this.#isDecodable(stream)) return undefined;
      // ISO 32000-1 §7.8.2: parts are separated as words are. Between words, that is: some viewers put nothing there.
      const before = pieces.at(-2);
      if (before !== undefined && isWithinWord(before)) throw new NotComparable('a part ends within a text');
      pieces.push(this.#decoded(stream), new Uint8Array([10]));
    }
    return Buffer.concat(pieces);
  }
}

function addEntries(
  left: PdfjsDict,
  right: PdfjsDict,
  { without, open }: { without: ReadonlySet<string>; open: Pair[] },
): void {
  for (const key of new Set([...left.getKeys(), ...right.getKeys()]))
    if (!without.has(key))
      open.push({ left: left.getRaw(key), right: right.getRaw(key), isMeasure: measures.has(key) });
}

function identityOf(value: unknown, { identities }: Revision): string | undefined {
  return value instanceof Ref ? identities.get(`${value}`) : undefined;
}

/**
 * Signing software saves the graphics state around what a page had (`q … Q`, ISO 32000-1 §8.4.2), which shows
 * the same.
 */
function showsSame(before: Uint8Array, after: Uint8Array): boolean {
  const plain = trimmed(before);
  let inner = trimmed(after);
  const isAt = (letter: string, index: number, next: number) =>
    inner[index] === letter.charCodeAt(0) && isWhiteSpace(inner[next]);
  for (let level = 0; level < maxSavedStates; level += 1) {
    if (!isAt('q', 0, 1) || !isAt('Q', inner.length - 1, inner.length - 2)) break;
    if (sameBytes(plain, inner)) break;
    inner = trimmed(inner.subarray(1, -1));
  }
  return sameBytes(plain, inner);
}

/** Whether the bytes end in the middle of a literal text (§7.3.4.2) or of a comment. */
function isWithinWord(bytes: Uint8Array): boolean {
  const [lineFeed, carriageReturn, percent, opening, closing, backslash] = [10, 13, 37, 40, 41, 92];
  let depth = 0;
  let isComment = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (isComment) isComment = byte !== lineFeed && byte !== carriageReturn;
    else if (byte === backslash && depth > 0) at += 1;
    else if (byte === opening) depth += 1;
    else if (byte === closing) depth = Math.max(0, depth - 1);
    else isComment = byte === percent && depth === 0;
  }
  return depth > 0 || isComment;
}

function trimmed(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => !isWhiteSpace(byte));
  return first === -1
    ? new Uint8Array()
    : bytes.subarray(first, bytes.findLastIndex((byte) => !isWhiteSpace(byte)) + 1);
}

function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.byteLength === right.byteLength && Buffer.compare(left, right) === 0;
}

/** A missing entry is null (ISO 32000-1 §7.3.7). pdfjs has one object for each operator and odd thing. */
function isSamePlain(left: unknown, right: unknown): boolean {
  return left === right || ((left ?? null) === null && (right ?? null) === null);
}
