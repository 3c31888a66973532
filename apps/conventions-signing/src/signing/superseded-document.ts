/**
 * Which document a signed PDF belongs to, when the record has had several.
 *
 * Whoever signs by appending leaves the document at the beginning of the file. One that begins with a document that
 * was replaced since says nothing about the one that is to be signed, however well it is signed.
 */
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { DocumentEvent } from '../data/history.ts';

/** A document of a record that was replaced by another one. */
export interface SupersededDocument {
  /** Lower-case hexadecimal. */
  sha256: string;
  /** In bytes. */
  size: number;
  /** The latest round that it was to be signed in; 0 when it was never sent. */
  round: number;
}

/**
 * The documents that a record has had, other than the one that is registered, out of its history. A document that
 * came back after another one is not superseded.
 *
 * @param events  in the order in which they happened; those without a hash name nothing that could be recognized
 */
export function supersededDocuments(
  events: readonly DocumentEvent[],
  { sha256: registered }: { sha256: string },
): SupersededDocument[] {
  const documents = new Map<string, SupersededDocument>();
  let current: SupersededDocument | undefined;
  for (const { isRegistration, sha256, size, round } of events) {
    if (!isRegistration) {
      if (current !== undefined && round !== null) current.round = round;
    } else if (sha256 === null || size === null) {
      current = undefined;
    } else {
      current = documents.get(sha256) ?? { sha256, size, round: 0 };
      documents.set(sha256, current);
    }
  }
  documents.delete(registered);
  return [...documents.values()];
}

/** So much is hashed before others have their turn: 1 MiB takes a millisecond. */
const pieceBytes = 2 ** 20;

/**
 * The document that a file begins with: of several the longest, since a shorter one is the beginning of that one too.
 * Undefined when it begins with none of them.
 */
export async function longestBeginning<Document extends { sha256: string; size: number }>(
  file: Uint8Array,
  documents: readonly Document[],
): Promise<Document | undefined> {
  const hash = createHash('sha256');
  let hashed = 0;
  let longest: Document | undefined;
  for (const document of documents.toSorted((a, b) => a.size - b.size)) {
    if (document.size > file.byteLength) break;
    while (hashed < document.size) {
      const end = Math.min(document.size, hashed + pieceBytes);
      hash.update(file.subarray(hashed, end));
      hashed = end;
      await setImmediate();
    }
    if (hash.copy().digest('hex') === document.sha256) longest = document;
  }
  return longest;
}
