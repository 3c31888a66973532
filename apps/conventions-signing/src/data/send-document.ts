import { randomUUID } from 'node:crypto';
import { Prisma } from '../../generated/client.ts';
import type { Transaction } from './open-database.ts';

/**
 * So much of a PDF goes to the database at once. Prisma writes an argument as Base64 in JSON and reads it again:
 * several copies, as texts that are slowly let go (measured: twelve PDFs of 50 MiB in one argument each left 1.8 GiB
 * resident).
 */
const sentPieceBytes = 2 ** 20;

/**
 * Sends the bytes of a PDF to the database, a large one in pieces, and lends them to a statement: an expression that
 * stands for the whole, to be used once. It all happens in the caller's transaction.
 */
export async function withSentBytes<Result>(
  tx: Transaction,
  bytes: Uint8Array,
  use: (whole: Prisma.Sql) => Promise<Result>,
): Promise<Result> {
  if (bytes.byteLength <= sentPieceBytes) return use(Prisma.sql`${bytes}::bytea`);
  const upload = randomUUID();
  for (let from = 0, number = 0; from < bytes.byteLength; from += sentPieceBytes, number += 1) {
    const piece = bytes.subarray(from, from + sentPieceBytes);
    await tx.$executeRaw`insert into document_pieces values (${upload}::uuid, ${number}, ${piece})`;
  }
  const result = await use(
    Prisma.sql`(select string_agg(bytes, ''::bytea order by number) from document_pieces where upload = ${upload}::uuid)`,
  );
  await tx.$executeRaw`delete from document_pieces where upload = ${upload}::uuid`;
  return result;
}
