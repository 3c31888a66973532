/** Longest line; the texts of a thousand signatories have room in it. */
export const maxLineLength = 1024 * 1024;

/** A line of a text, without its end. */
export interface TextLine {
  /** From 1. */
  number: number;
  text: string;
  /** Why neither it nor what follows it is read. */
  problem: string | undefined;
}

/** The lines of a text, up to the first that is too long, or was not UTF-8. */
export async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<TextLine> {
  let number = 0;
  for await (const text of split(pieces)) {
    number += 1;
    const problem = problemOf(text);
    yield { number, text, problem };
    if (problem !== undefined) return;
  }
}

/** The last one is cut off where a line is too long. */
async function* split(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield line.replace(/\r$/, '');
    if (rest.length > maxLineLength) break;
  }
  yield rest;
}

function problemOf(line: string): string | undefined {
  if (line.length > maxLineLength) return `is longer than ${maxLineLength} characters`;
  // What a decoder writes in place of bytes that are none of UTF-8, and every other byte of a Latin text in UTF-16.
  if (!/[\ufffd\0]/.test(line)) return undefined;
  return 'is not UTF-8; save the list anew as UTF-8 (in Excel: CSV UTF-8)';
}
