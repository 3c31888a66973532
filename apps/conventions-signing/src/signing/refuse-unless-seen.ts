import type { Writing } from '../data/open-database.ts';
import { type LockedSignable, readSignable } from '../data/signables.ts';
import type { SignableRecord } from '../data/whole-record.ts';
import { SigningError } from './errors.ts';

/** What a program has seen of a record when it decided; what it does not say may be anything. */
export interface Seen {
  /** As the record showed it. */
  round?: number | undefined;
  /** Entity tags of the record as it was read (RFC 9110 §13.1.1), and how one is made of a record. */
  match?: { tags: readonly string[]; tagOf: (record: SignableRecord) => string } | undefined;
}

/**
 * Refuses what was decided about a record that stands otherwise now. Under its lock.
 *
 * @throws SigningError  `changed_meanwhile`, `precondition_failed`
 */
export async function refuseUnlessSeen(
  tx: Writing,
  signable: LockedSignable,
  { round, match }: Seen,
): Promise<void> {
  const { kind, number } = signable;
  if (round !== undefined && round !== signable.round) {
    const message = `${kind} ${number} is ${signable.state} in round ${signable.round}, not ${round}; nothing was done`;
    throw new SigningError('changed_meanwhile', message);
  }
  if (match === undefined || match.tags.includes('*')) return;
  if (match.tags.includes(match.tagOf(await readSignable(tx, signable)))) return;
  const message = `${kind} ${number} is not any more as If-Match says: read it again and decide; nothing was done`;
  throw new SigningError('precondition_failed', message);
}
