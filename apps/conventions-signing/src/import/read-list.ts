import { createReadStream } from 'node:fs';
import { OperatorError } from '@campus/config';
import type { RawLine } from './list-line.ts';
import { readJsonLines } from './read-json-lines.ts';
import { readTable } from './read-table.ts';

const readers: Record<string, (text: AsyncIterable<string>) => AsyncGenerator<RawLine>> = {
  csv: readTable,
  jsonl: readJsonLines,
};

/**
 * The lines of a list, `.csv` or `.jsonl`, one after the other: no more than one is in memory.
 *
 * @throws OperatorError  the file cannot be read, or is neither
 */
export function readList(file: string): AsyncGenerator<RawLine> {
  const [, ending = ''] = /\.(\w+)$/.exec(file.toLowerCase()) ?? [];
  const read = readers[ending];
  if (read === undefined) throw new OperatorError(`${file} must end in .csv or .jsonl, as what it is`);
  return read(textOf(file));
}

async function* textOf(file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  try {
    for await (const bytes of createReadStream(file)) yield decoder.decode(bytes as Buffer, { stream: true });
    yield decoder.decode();
  } catch (error) {
    throw new OperatorError(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}
