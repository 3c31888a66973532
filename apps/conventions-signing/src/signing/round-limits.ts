import type { Queryable } from '@campus/database';
import { countVersions } from '../data/deposits.ts';
import { countRedeliveries } from '../data/history.ts';
import type { Writing } from '../data/open-database.ts';
import type { LockedSignable } from '../data/signables.ts';
import type { SignableRef } from '../domain/signable.ts';
import { SigningError } from './errors.ts';

/** Versions of the signed document that one round takes. */
export const maxVersionsPerRound = 50;

/** Dates that may be replaced by others in one round; the first date of each signatory is none of them. */
export const maxDateChangesPerRound = 500;

/** Calls that may be asked for again in one round. */
export const maxRedeliveriesPerRound = 100;

const mend = 'take it back and send it again, which begins a new round, or ask why this repeats';

/**
 * Whether a round takes one more version; bytes that it has already are none.
 *
 * @throws SigningError  `too_many_versions`
 */
export async function refuseOneMoreVersion(
  db: Queryable,
  { kind, number }: SignableRef,
  version: { signableId: number; round: number; sha256: string },
): Promise<void> {
  const { versions, isRepeated } = await countVersions(db, version);
  if (versions < maxVersionsPerRound || isRepeated) return;
  const message = `round ${version.round} of ${kind} ${number} has ${versions} versions of the signed document and takes no more: ${mend}`;
  throw new SigningError('too_many_versions', message);
}

/**
 * Whether so many dates more may be replaced in a round, in which so many were `before`.
 *
 * @throws SigningError  `too_many_date_changes`
 */
export function refuseDateChanges(
  { kind, number, round }: LockedSignable,
  { count, before }: { count: number; before: number },
): void {
  const most = maxDateChangesPerRound;
  if (count === 0 || count + before <= most) return;
  const message = `dates of round ${round} of ${kind} ${number} were replaced ${most} times at most, and are not once more: ${mend}`;
  throw new SigningError('too_many_date_changes', message);
}

/**
 * Whether a delivery may be asked for once more.
 *
 * @throws SigningError  `too_many_redeliveries`
 */
export async function refuseOneMoreRedelivery(
  tx: Writing,
  { kind, number }: SignableRef,
  { signableId, deliveryId }: { signableId: number; deliveryId: string },
): Promise<void> {
  const most = maxRedeliveriesPerRound;
  if ((await countRedeliveries(tx, { signableId, deliveryId, most })) < most) return;
  const message = `the signing application was called again ${most} times about this round of ${kind} ${number}: ${mend}`;
  throw new SigningError('too_many_redeliveries', message);
}
