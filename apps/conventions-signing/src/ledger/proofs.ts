import { ExpectedError } from '@campus/config';
import { hashOfEntry } from '../chain/chain.ts';
import { findProof, type Proof } from '../data/evidence.ts';
import { readChain } from '../data/ledger.ts';
import type { Database } from '../data/open-database.ts';

/**
 * The parts of the chain that prove these entries: each up to the first head with a time stamp, else to the first head.
 *
 * @param positions  in their order; heads speak for all of them
 */
export async function planProofs({ pool }: Database, positions: readonly number[]): Promise<Proof[]> {
  const proofs: Proof[] = [];
  for (const position of positions) {
    if (position <= (proofs.at(-1)?.to.position ?? 0)) continue;
    const proof = await findProof(pool, position);
    if (proof === null) throw new Error(`no head speaks for entry ${position}`);
    proofs.push(proof);
  }
  return proofs;
}

/** So many hashes are given at once. */
const atOnce = 1_000;

/**
 * The hash of each entry of a proof by itself, which says nothing of what is in it; null for those of the record. They
 * come in pieces: up to a time stamp there may be a million.
 *
 * @param own  places of the record
 */
export async function* hashesOf(
  { pool }: Database,
  { from, to }: Proof,
  own: ReadonlySet<number>,
): AsyncGenerator<(string | null)[]> {
  let hashes: (string | null)[] = [];
  for await (const entry of readChain(pool, { from: from.position + 1, to: to.position })) {
    hashes.push(own.has(entry.position) ? null : hashOfEntry(entry));
    if (hashes.length < atOnce) continue;
    yield hashes;
    hashes = [];
  }
  if (hashes.length > 0) yield hashes;
}

/** After much has happened at once, the history of a record is not sealed yet: the service does it all the time. */
export class NotSealedError extends ExpectedError {
  /** Some hundred thousand entries are sealed in that time. */
  readonly retryAfterSeconds = 30;

  constructor() {
    super(
      'so much has happened that the history of this record is not sealed yet, without which there is no evidence; that goes on by itself: try again in half a minute',
    );
  }
}
