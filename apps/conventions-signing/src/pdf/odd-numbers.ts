/**
 * Numbers that not all viewers read alike.
 *
 * To pdfjs `90.0` is 90. Poppler takes no real number where a whole one belongs (ISO 32000-1 §7.3.3): a page is not
 * turned by 90.0, and a flag of 2.0 hides nothing. So a document could be changed by a point.
 */
import { parser } from './pdf-parser.ts';
import type { PdfjsLexer } from './pdfjs-internals.ts';

const { prototype } = parser.Lexer;
const { getNumber } = prototype;
const maxWhole = 2 ** 31 - 1;

/** While something is read, whole numbers that are not written as such are a little more than what they say. */
export function tellingOddNumbers<Value>(read: () => Value): Value {
  prototype.getNumber = function (this: PdfjsLexer) {
    const from = this.stream.pos - 1;
    const value = getNumber.call(this);
    if (!Number.isInteger(value) || (isWhole(this.stream, from) && Math.abs(value) <= maxWhole)) return value;
    return value + Math.max(2 ** -30, Math.abs(value) * 2 ** -50);
  };
  try {
    return read();
  } finally {
    prototype.getNumber = getNumber;
  }
}

/** Whether two numbers measure the same, however they are written. */
export function measuresSame(left: unknown, right: unknown): boolean {
  return typeof left === 'number' && typeof right === 'number' && Math.abs(left - right) < 1e-6;
}

/** A sign at most, and digits. */
function isWhole({ pos, bytes, buffer }: PdfjsLexer['stream'], from: number): boolean {
  const read = bytes ?? buffer ?? new Uint8Array();
  let at = from;
  if (read[at] === 0x2b || read[at] === 0x2d) at += 1;
  for (let byte = read[at]; byte !== undefined && byte >= 0x30 && byte <= 0x39; byte = read[at]) at += 1;
  return at >= pos - 1;
}
