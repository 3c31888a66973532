import * as chain from './chain.ts';

/** An entry as the database has it. */
export interface SealedEntry extends chain.ChainEntry {
  /** Of the chain up to this entry. */
  hash: string;
  /** Null once the detail was erased. */
  salt: string | null;
  /** The JSON text. */
  detail: string;
}

/** What does not fit. */
export type ChainFlaw =
  /** There is no entry with this position: it was taken away, or another one was put before it. */
  | 'missing'
  /** The detail is not the one that was sealed; of one that was erased, nothing is left. */
  | 'detail'
  /** The detail was erased, and nothing says that the record was. */
  | 'emptied'
  /** The entry is not what was sealed, or what is before it is not. */
  | 'hash'
  /** The chain is not the one of which this head was published. */
  | 'head';

/** What came of checking a chain. */
interface ChainVerdict {
  /** How far it fits. */
  place: chain.ChainPlace;
  /** The first entry that does not fit; null when all do. */
  flaw: { position: number; what: ChainFlaw } | null;
}

/**
 * Checks a chain from its first entry on, in one pass.
 *
 * @param entries  by position
 * @param heads    that were published, by position
 */
export async function verifyChain(
  entries: AsyncIterable<SealedEntry> | Iterable<SealedEntry>,
  heads: readonly chain.ChainPlace[],
): Promise<ChainVerdict> {
  const emptied = new Map<string, number>();
  const published = new Map(heads.map(({ position, hash }) => [position, hash]));
  let place = chain.chainStart;
  let what: ChainFlaw | undefined;
  for await (const entry of entries) {
    const next = chain.addToChain(place, chain.hashOfEntry(entry));
    what = flawOf(entry, next, published.get(next.position));
    if (what !== undefined) break;
    place = next;
    const record = `${entry.kind} ${entry.number}`;
    if (entry.event === 'erased' || entry.event === 'deleted') emptied.delete(record);
    if (entry.salt === null && !emptied.has(record)) emptied.set(record, entry.position);
  }
  const last = heads.at(-1);
  if (what === undefined && last !== undefined && last.position > place.position) what = 'missing';
  if (what !== undefined) return { place, flaw: { position: place.position + 1, what } };
  const first = Math.min(...emptied.values());
  return { place, flaw: emptied.size === 0 ? null : { position: first, what: 'emptied' } };
}

function flawOf(entry: SealedEntry, next: chain.ChainPlace, head: string | undefined): ChainFlaw | undefined {
  if (entry.position !== next.position) return 'missing';
  const isSealed =
    entry.salt === null
      ? entry.detail === '{}'
      : chain.hashOfDetail(entry.salt, entry.detail) === entry.detailHash;
  if (!isSealed) return 'detail';
  if (entry.hash !== next.hash) return 'hash';
  return head === undefined || head === next.hash ? undefined : 'head';
}
