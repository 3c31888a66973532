import { randomUUID } from 'node:crypto';
import { type Queryable, type Sql, sql } from '@campus/database';
import { to } from 'pg-copy-streams';
import type { ReceivedPdf, SignableKind, SignableRef } from '../domain/signable.ts';
import type { Database, Writing } from './open-database.ts';
import { conditionsOf, holdsAll, type SignableFilter } from './signable-conditions.ts';

/** What is known of a stored PDF without its bytes. */
export interface StoredDocument {
  id: number;
  /** Lower-case hexadecimal. */
  sha256: string;
  /** In bytes. */
  size: number;
}

/** A document was erased before all of it was read. */
export class DocumentErasedError extends Error {
  constructor(id: number) {
    super(`document ${id} was erased while it was read`);
    this.name = 'DocumentErasedError';
  }
}

/** The document that is registered of a record. */
export interface RegisteredDocument extends StoredDocument {
  signableId: number;
  /** The latest round of the record. */
  round: number;
}

/** Stores a PDF and returns its id. */
export async function insertDocument(tx: Writing, { bytes, sha256 }: ReceivedPdf): Promise<number> {
  const { id } = await withSentBytes(tx, bytes, (whole) =>
    sql<{ id: number }>`
      insert into documents (sha256, size, bytes) values (${sha256}, ${bytes.byteLength}, ${whole})
      returning id`.one(tx),
  );
  return id;
}

/** Deletes a document that nothing refers to any more; one that a deposit answers stays. */
export function deleteUnusedDocument(tx: Writing, id: number): void {
  tx.send(sql`
    delete from documents d
    where id = ${id} and not exists (select from signables where document_id = d.id)
      and not exists (select from deposits where d.id in (document_id, registered_document_id))`);
}

/** The registered document of an agreement or amendment, or null when there is no such record. */
export async function findRegisteredDocument(
  db: Database,
  ref: SignableRef,
): Promise<RegisteredDocument | null> {
  return sql<RegisteredDocument>`
    select d.id, d.sha256, d.size, s.id as signable_id, s.round
    from signables s join documents d on d.id = s.document_id
    where s.kind = ${ref.kind}::signable_kind and s.number = ${ref.number}`.row(db.pool);
}

/** A piece of a document: the most while few read, and the least however many do. */
const pieceBytes = { most: 768 * 1024, least: 24 * 1024 };

/** Of the memory of a process, for the pieces that wait for all who read slowly. */
const waitingBytes = 8 * 2 ** 20;

let readers = 0;

/** A multiple of three, so that the Base64 texts of pieces join without padding between them. */
function nextPieceBytes(): number {
  const share = waitingBytes / readers;
  return Math.floor(Math.min(pieceBytes.most, Math.max(pieceBytes.least, share)) / 3) * 3;
}

/**
 * The bytes of a stored PDF, in pieces whose lengths are multiples of three but for the last. One that is a single piece
 * is kept for those who ask for it next (see `KeptDocuments`).
 *
 * Each piece comes by COPY in binary, because `pg` carries bytea as hexadecimal otherwise (measured: 2.4 to 5
 * times slower), and its connection is given back before the piece is sent: memory does not grow with the
 * document, and a slow reader holds nothing.
 */
export async function* readDocument(db: Database, document: StoredDocument): AsyncGenerator<Buffer> {
  const { id, sha256, size } = document;
  readers += 1;
  try {
    for (let offset = 0; offset < size; ) {
      const length = nextPieceBytes();
      const kept = db.keptDocuments.find(sha256);
      const piece =
        kept?.subarray(offset, offset + length) ?? (await copyPiece(db, { id, from: offset + 1, length }));
      if (piece === null) throw new DocumentErasedError(id);
      if (kept === undefined && piece.length === size) db.keptDocuments.keep(sha256, piece);
      offset += piece.length;
      yield piece;
    }
  } finally {
    readers -= 1;
  }
}

async function copyPiece(
  { pool }: Database,
  { id, from, length }: { id: number; from: number; length: number },
): Promise<Buffer | null> {
  const client = await pool.connect();
  try {
    // COPY takes no parameters; all are numbers of our own.
    const rows = `select substring(bytes from ${Number(from)} for ${Number(length)}) from documents where id = ${Number(id)}`;
    const copied = client.query(
      to(`copy (${rows}) to stdout with (format binary)`, { highWaterMark: 2 ** 20 }),
    );
    const parts: Buffer[] = [];
    for await (const part of copied as AsyncIterable<Buffer>) parts.push(part);
    return onlyField(Buffer.concat(parts));
  } finally {
    client.release();
  }
}

/** Signature, flags and length of the header extension. */
const copyHeaderBytes = 19;

/** The one field of the one row in a binary COPY, or null without a row (PostgreSQL manual, COPY, "Binary Format"). */
function onlyField(copied: Buffer): Buffer | null {
  const fields = copied.readInt16BE(copyHeaderBytes);
  if (fields === -1) return null;
  const start = copyHeaderBytes + 2 + 4;
  return copied.subarray(start, start + copied.readInt32BE(start - 4));
}

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

/** A signed document that counts: of the round of a record `s` that is signed. */
const counts = sql`p.signable_id = s.id and p.round = s.round and p.superseded_sha256 is null`;

/** The newest signed document that counts of each of these records that is signed, by the id of the record. */
export async function findSignedDocuments(
  db: Queryable,
  ids: readonly number[],
): Promise<Map<number, StoredDocument>> {
  const rows = await sql<StoredDocument & { signableId: number }>`
    select distinct on (s.id) s.id as signable_id, d.id, d.sha256, d.size
    from signables s join deposits p on ${counts} join documents d on d.id = p.document_id
    where s.id = any(${ids}::int[]) and s.state = 'signed'
    order by s.id, p.version desc`.rows(db);
  return new Map(rows.map(({ signableId, ...document }) => [signableId, document]));
}

/**
 * How many records a filter lets through, and how many of them have a signed document that counts, each up to one more
 * than its most.
 */
export function countArchived(
  db: Queryable,
  kind: SignableKind,
  { words = [], most, ...filter }: SignableFilter & { most: { records: number; documents: number } },
): Promise<{ records: number; documents: number }> {
  const listed = [sql`s.kind = ${kind}::signable_kind`, ...conditionsOf(filter), ...holdsAll(words)];
  const signed = [...listed, sql`s.state = 'signed'`, sql`exists (select 1 from deposits p where ${counts})`];
  const counted = (conditions: Sql[], limit: number) => sql`
    (select count(*)::int from (
      select from signables s where ${sql.all(conditions)} limit ${limit + 1}) counted)`;
  return sql<{ records: number; documents: number }>`
    select ${counted(listed, most.records)} as records,
      ${counted(signed, most.documents)} as documents`.one(db, { isPrepared: false });
}
