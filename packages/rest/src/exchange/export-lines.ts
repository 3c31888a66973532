import { Buffer } from 'node:buffer';
import type { GatherContext, ShowContext } from '../field.ts';
import type { Condition, Row } from '../store.ts';
import { csvLine } from './csv.ts';
import type { ReadRows } from './exchange-store.ts';
import { headsOf, membersOf, type Travelling } from './travelling.ts';

/** One of the resources that go out, and which of its rows. */
export interface Leaving<Services> {
  travelling: Travelling<Services>;
  conditions: readonly Condition[];
}

/** How objects go out. */
export const lineFormats = ['jsonl', 'csv'] as const;

export type LineFormat = (typeof lineFormats)[number];

/** How lines stand in a file, by the end of its name; undefined: they do not. */
export function lineFormatOf(name: string): LineFormat | undefined {
  return lineFormats.find((format) => name.toLowerCase().endsWith(`.${format}`));
}

/** Bytes of an answer that are handed on at a time. */
const pieceBytes = 64 * 1024;

/**
 * Objects as lines, each resource after those that it refers to. A line of JSON says of which resource it is; a table has one
 * resource alone.
 *
 * @param context.base  an empty text: objects are referred to by their addresses without a host
 * @param onRead        told of each number of objects that were read
 */
export async function* exportLines<Services>(
  leaving: readonly Leaving<Services>[],
  {
    format,
    rows,
    context,
    gather,
    onRead,
  }: {
    format: LineFormat;
    rows: ReadRows;
    context: ShowContext<Services>;
    gather: GatherContext;
    onRead?: ((count: number) => void) | undefined;
  },
): AsyncGenerator<Buffer> {
  let piece = '';
  for (const { travelling, conditions } of leaving) {
    const { resource, columns } = travelling;
    const line = lineWriter(travelling, { format, context });
    if (format === 'csv') piece += csvLine(headsOf(travelling));
    for await (const read of rows({ table: resource.table, columns, conditions })) {
      let gathered = read;
      for (const field of travelling.fields)
        if (field.gather !== undefined) gathered = await field.gather(gathered, gather);
      for (const row of gathered) {
        piece += line(row);
        if (piece.length < pieceBytes) continue;
        yield Buffer.from(piece);
        piece = '';
      }
      onRead?.(read.length);
    }
  }
  if (piece !== '') yield Buffer.from(piece);
}

function lineWriter<Services>(
  travelling: Travelling<Services>,
  { format, context }: { format: LineFormat; context: ShowContext<Services> },
): (row: Row) => string {
  const { path } = travelling.resource;
  if (format === 'jsonl')
    return (row) => `${JSON.stringify({ resource: path, ...membersOf(travelling, row, context) })}\n`;
  const { fields } = travelling;
  return (row) => {
    const members = membersOf(travelling, row, context);
    const cells = fields.flatMap(({ name, isFile, isTranslated }) =>
      isFile || isTranslated ? Object.values(members[name] as object) : [members[name]],
    );
    return csvLine(cells);
  };
}
