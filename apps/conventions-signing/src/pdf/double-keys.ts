/** Dictionaries that name a key twice (ISO 32000-1 §7.3.7): of two values, viewers show one or the other. */
import { NotComparable } from './comparison-budget.ts';
import { parser } from './pdf-parser.ts';
import type { PdfjsDict } from './pdfjs-internals.ts';

const { prototype } = parser.Dict;

/**
 * While something is read, none is taken that says two things of one key.
 *
 * @throws NotComparable  for one
 */
export function refusingDoubleKeys<Value>(read: () => Value): Value {
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
