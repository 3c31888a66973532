import { randomUUID } from 'node:crypto';
import type { Writing } from './open-database.ts';

/**
 * So much of a PDF goes to the database at once: pg copies what it sends, and keeps room for the longest message that it
 * ever wrote.
 */
const sentPieceBytes = 2 ** 20;

/** The bytes of a PDF as a statement takes them. */
interface SentBytes {
  /** `''`, or what the name of the statement ends with, since its text is another one. */
  way: '' | '-in-pieces';
  /** The expression that stands for the whole, to be used once, with the parameter's name: `$3`. */
  whole: (parameter: string) => string;
  /** Of that parameter. */
  value: unknown;
}

/** Sends the bytes of a PDF to the database, a large one in pieces, and lends them to a statement of the same transaction. */
export async function withSentBytes<Result>(
  tx: Writing,
  bytes: Uint8Array,
  use: (sent: SentBytes) => Promise<Result>,
): Promise<Result> {
  if (bytes.byteLength <= sentPieceBytes)
    return use({ way: '', whole: (parameter) => `${parameter}::bytea`, value: bytes });
  const upload = randomUUID();
  for (let from = 0, number = 0; from < bytes.byteLength; from += sentPieceBytes, number += 1) {
    const piece = bytes.subarray(from, from + sentPieceBytes);
    // Waited for: or all of them would stand in memory at once.
    await tx.query({
      name: 'insert-piece',
      text: 'insert into document_pieces (upload, number, bytes) values ($1, $2, $3)',
      values: [upload, number, piece],
    });
  }
  const result = await use({
    way: '-in-pieces',
    whole: (parameter) =>
      `(select string_agg(bytes, ''::bytea order by number) from document_pieces where upload = ${parameter}::uuid)`,
    value: upload,
  });
  tx.send({
    name: 'delete-pieces',
    text: 'delete from document_pieces where upload = $1',
    values: [upload],
  });
  return result;
}
