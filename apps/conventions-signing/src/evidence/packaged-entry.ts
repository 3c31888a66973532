import { type ChainEntry, textOfEntry } from '../chain/chain.ts';
import type { SealedEntry } from '../chain/verify-chain.ts';

/** An entry of the history in a package: what it says, and the very texts that were hashed. */
export interface PackagedEntry extends Omit<ChainEntry, 'detailHash' | 'link'> {
  /** Of its link, as the key is; undefined without one. */
  ordinal: number | undefined;
  detail: unknown;
  sealed: { entry: string; detail: string | null; hash: string; key: string | undefined };
}

/** An entry as `history.json` has it. */
export function packagedEntry(entry: SealedEntry): PackagedEntry {
  const { salt, detail, detailHash: _, hash, link, ...said } = entry;
  return {
    ...said,
    ordinal: link?.ordinal,
    detail: JSON.parse(detail),
    sealed: {
      entry: textOfEntry(entry),
      detail: salt === null ? null : salt + detail,
      hash,
      key: link?.key,
    },
  };
}
