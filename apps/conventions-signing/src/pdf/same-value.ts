/** Whether two objects of two revisions say the same, through all that they refer to. */
import { type ComparisonBudget, maxDecodedBytes, NotComparable } from './comparison-budget.ts';
import { parser } from './pdf-parser.ts';
import type { PdfjsDict, PdfjsStream } from './pdfjs-internals.ts';
import type { Revision } from './revision.ts';
import { isWhiteSpace } from './white-space.ts';

const { BaseStream, Dict, Name, Ref } = parser;

export interface Comparer {
  /** Of values as they stand: references are followed, and may go round in circles. */
  same(before: unknown, after: unknown): boolean;
  /** Entries of two dictionaries, the given ones left out. */
  sameEntries(before: PdfjsDict, after: PdfjsDict, without: ReadonlySet<string>): boolean;
  /** What two lists of streams, or two streams, are together when decoded. */
  sameContent(before: unknown, after: unknown): boolean;
}

// Loss-free, and of text or of samples: what comes out tells whether two streams are the same.
const comparableFilters = new Set([
  ...['FlateDecode', 'LZWDecode', 'ASCII85Decode', 'ASCIIHexDecode', 'RunLengthDecode'],
  ...['Fl', 'LZW', 'A85', 'AHx', 'RL'],
]);
// Each signature may add one.
const maxSavedStates = 100;
const lengthOnly = new Set(['Length']);
const encodingOnly = new Set(['Length', 'Filter', 'DecodeParms']);

type Pair = [before: unknown, after: unknown];

/** Compares within a budget; every method throws `NotComparable` when that is used up. */
export function createComparer(before: Revision, after: Revision, budget: ComparisonBudget): Comparer {
  const known = new Set<string>();

  function same(left: unknown, right: unknown): boolean {
    return agree([[left, right]]);
  }

  /** What is still being compared is taken for the same: a difference in it ends everything anyway. */
  function agree(open: Pair[]): boolean {
    const assumed = new Set<string>();
    for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
      budget.spend(1);
      let [left, right] = pair;
      if (left instanceof Ref || right instanceof Ref) {
        const [leftIs, rightIs] = [identityOf(left, before), identityOf(right, after)];
        if (leftIs !== rightIs) return false;
        if (leftIs !== undefined) continue;
        if (left instanceof Ref && right instanceof Ref) {
          const key = `${left} ${right}`;
          if (known.has(key) || assumed.has(key)) continue;
          assumed.add(key);
        }
        left = before.xref.fetchIfRef(left);
        right = after.xref.fetchIfRef(right);
      }
      if (!agreeAtOnce(left, right, open)) return false;
    }
    for (const key of assumed) known.add(key);
    return true;
  }

  /** Compares what two values are, and adds what they hold to what is open. */
  function agreeAtOnce(left: unknown, right: unknown, open: Pair[]): boolean {
    if (left instanceof BaseStream && right instanceof BaseStream) {
      const isEncodedAlike = sameBytes(encoded(left), encoded(right));
      if (!isEncodedAlike && !(isDecodable(left) && isDecodable(right))) return false;
      if (!isEncodedAlike && !sameBytes(decoded(left), decoded(right))) return false;
      addEntries(left.dict, right.dict, { without: isEncodedAlike ? lengthOnly : encodingOnly, open });
      return true;
    }
    if (left instanceof Dict && right instanceof Dict) {
      addEntries(left, right, { without: new Set(), open });
      return true;
    }
    if (Array.isArray(left) && Array.isArray(right)) {
      if (left.length !== right.length) return false;
      budget.spend(left.length);
      left.forEach((value: unknown, index) => {
        open.push([value, right[index]]);
      });
      return true;
    }
    return left instanceof Name && right instanceof Name
      ? left.name === right.name
      : isSamePlain(left, right);
  }

  function addEntries(
    left: PdfjsDict,
    right: PdfjsDict,
    { without, open }: { without: ReadonlySet<string>; open: Pair[] },
  ) {
    for (const key of new Set([...left.getKeys(), ...right.getKeys()]))
      if (!without.has(key)) open.push([left.getRaw(key), right.getRaw(key)]);
  }

  function encoded(stream: PdfjsStream): Uint8Array {
    const { bytes, start, end } = stream.getOriginalStream();
    budget.spendBytes(end - start);
    return bytes.subarray(start, end);
  }

  function decoded(stream: PdfjsStream): Uint8Array {
    const bytes = stream.getBytes(maxDecodedBytes + 1);
    budget.spendBytes(bytes.byteLength);
    if (bytes.byteLength > maxDecodedBytes) throw new NotComparable('a stream is too large');
    return bytes;
  }

  /** Undefined for what cannot be decoded. */
  function content(value: unknown, { xref }: Revision): Uint8Array | undefined {
    const whole = xref.fetchIfRef(value) ?? [];
    const pieces: Uint8Array[] = [];
    for (const part of (Array.isArray(whole) ? whole : [whole]) as unknown[]) {
      const stream = xref.fetchIfRef(part);
      if (!(stream instanceof BaseStream) || !isDecodable(stream)) return undefined;
      // ISO 32000-1 §7.8.2: parts are separated as words are.
      pieces.push(decoded(stream), new Uint8Array([10]));
    }
    return Buffer.concat(pieces);
  }

  return {
    same,
    sameEntries(left, right, without) {
      const open: Pair[] = [];
      addEntries(left, right, { without, open });
      return agree(open);
    },
    sameContent(left, right) {
      if (same(left, right)) return true;
      const [bytesBefore, bytesAfter] = [content(left, before), content(right, after)];
      return bytesBefore !== undefined && bytesAfter !== undefined && showsSame(bytesBefore, bytesAfter);
    },
  };
}

function identityOf(value: unknown, { identities }: Revision): string | undefined {
  return value instanceof Ref ? identities.get(`${value}`) : undefined;
}

function isDecodable({ dict }: PdfjsStream): boolean {
  const filter = dict.get('Filter') ?? [];
  const names = (Array.isArray(filter) ? filter : [filter]) as unknown[];
  return names.every((name) => name instanceof Name && comparableFilters.has(name.name)) && !dict.has('F');
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
