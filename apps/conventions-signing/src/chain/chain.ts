/**
 * The history as a chain of hashes: what exactly is hashed. Nothing here needs more than Node, and none of it more than
 * SHA-256 over UTF-8 text, so that anybody can compute it again (docs/decisions/0028).
 */
import { createHash } from 'node:crypto';

/** What an entry of the history says for good, whatever becomes of its record. */
export interface ChainEntry {
  /** From 1, without gaps. */
  position: number;
  /** ISO 8601, UTC, in milliseconds. */
  at: string;
  event: string;
  actor: string;
  kind: 'agreement' | 'amendment';
  number: number;
  /** Of the record after this; null after its deletion. */
  state: string | null;
  round: number;
  /** See `hashOfDetail`. */
  detailHash: string;
  /** Null of entries that an earlier version has sealed. */
  link: RecordLink | null;
}

/** Which entry of its record one is. */
export interface RecordLink {
  /** From 1, without gaps. */
  ordinal: number;
  /** `hash` of the chain at the record's entry before it; that of `chainStart` before the first. */
  previous: string;
  /** Of the record, see `keyOf`: nobody without it can tell whose an entry is by what stands for it in the chain. */
  key: string;
}

/** Where the chain stands: after an entry, and what it came to with it. */
export interface ChainPlace {
  position: number;
  hash: string;
}

/** Where it begins: before the first entry. */
export const chainStart: ChainPlace = { position: 0, hash: '0'.repeat(64) };

/**
 * Of the detail, which may speak of people: the salt, which is erased with it, keeps anybody from guessing it.
 *
 * @param salt    a UUID in its usual form
 * @param detail  the JSON text, as the database and an evidence package give it
 */
export function hashOfDetail(salt: string, detail: string): string {
  return sha256(salt + detail);
}

/** The key of a record, by the salt of its first entry: it tells nothing of that, and stays when that is erased. */
export function keyOf(salt: string): string {
  return sha256(`record ${salt}`);
}

/**
 * What stands for one entry in the chain, also where the entry itself is none of the reader's business: the hash of its
 * text; before it, of an entry with a link, the mark of its record at this place, so that a reader who has the key of a
 * record sees that none of its entries is passed off as another's.
 */
export function hashOfEntry(entry: ChainEntry): string {
  const mark = entry.link === null ? '' : sha256(entry.link.key + entry.position);
  return mark + sha256(textOfEntry(entry));
}

/** The chain with one entry more. */
export function addToChain({ position, hash }: ChainPlace, entryHash: string): ChainPlace {
  return { position: position + 1, hash: sha256(hash + entryHash) };
}

/** The text of an entry that is hashed: JSON without spaces, with these keys in this order, the last two of a link alone. */
export function textOfEntry(entry: ChainEntry): string {
  const { position, at, event, actor, kind, number, state, round, detailHash } = entry;
  const { ordinal, previous } = entry.link ?? {};
  return JSON.stringify({
    position,
    at,
    event,
    actor,
    kind,
    number,
    state,
    round,
    detailHash,
    ordinal,
    previous,
  });
}

/** In lower-case hexadecimal. */
function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
