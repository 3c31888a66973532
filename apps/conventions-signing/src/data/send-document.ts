import { randomUUID } from 'node:crypto';
import { type Sql, sql } from '@campus/database';
import type { Writing } from './open-database.ts';

/**
 * So much of a PDF goes to the database at once: pg copies what it sends, and keeps room for the longest message that it
 * ever wrote.
 */
const sentPieceBytes = 2 ** 20;

/**
 * Sends the bytes of a PDF to the database, a large one in pieces, and lends them to a statement of the same transaction.
 *
 * @param use  takes the expression that stands for all of them, to be used once
 */
export async function withSentBytes<Result>(
  tx: Writing,
  bytes: Uint8Array,
  use: (whole: Sql) => Promise<Result>,
): Promise<Result> {
  if (bytes.byteLength <= sentPieceBytes) return use(sql`${bytes}::bytea`);
  const upload = randomUUID();
  for (let from = 0, number = 0; from < bytes.byteLength; from += sentPieceBytes, number += 1) {
    const piece = bytes.subarray(from, from + sentPieceBytes);
    // Waited for: or all of them would stand in memory at once.
    await sql`
      insert into document_pieces (upload, number, bytes) values (${upload}, ${number}, ${piece})`.run(tx);
  }
  const result = await use(sql`(
    select string_agg(bytes, ''::bytea order by number) from document_pieces where upload = ${upload}::uuid)`);
  tx.send(sql`delete from document_pieces where upload = ${upload}`);
  return result;
}
