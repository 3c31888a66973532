import { linesOf } from './lines-of.ts';
import type { RawLine } from './list-line.ts';

/** A list of JSON values, one a line (JSON Lines); empty lines are passed over. */
export async function* readJsonLines(text: AsyncIterable<string>): AsyncGenerator<RawLine> {
  for await (const { number, text: line, problem } of linesOf(text)) {
    if (problem !== undefined) yield { number, place, problem };
    else if (line.trim() !== '') yield { number, place, ...parsed(line) };
  }
}

const place = (pointer: string) => pointer;

function parsed(line: string): Pick<RawLine, 'value' | 'problem'> {
  try {
    return { value: JSON.parse(line) as unknown };
  } catch {
    return { problem: 'is not one JSON value; write an object a line, without line breaks in it' };
  }
}
