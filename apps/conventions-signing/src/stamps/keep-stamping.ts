import type { Jobs, Occurrence, Queue } from '@campus/jobs';
import type { Log } from '@campus/service';
import { findNewestHead } from '../data/ledger.ts';
import type { Database } from '../data/open-database.ts';
import { findNewestStamp, insertStamp } from '../data/stamps.ts';
import { publishHead } from '../ledger/seal-history.ts';

interface StampDeps {
  db: Database;
  log: Log;
  now: () => Date;
  /** Of the authority. */
  uri: string;
}

/** The head of the history is stamped once a day, when little happens; what fails is tried again. */
const queue: Queue<Occurrence> = { name: 'history-stamp', expireInSeconds: 120 };
const timeOfDay = '03:40';

/** Has the head of the history stamped every day, and at once when it never was. */
export function startStamping(options: StampDeps & { jobs: Jobs; timeZone: string }): Promise<void> {
  const { jobs, timeZone, ...deps } = options;
  return jobs.daily(queue, { at: timeOfDay, timeZone, isOwedAtOnce: true }, (_at, signal) =>
    stampHead(deps, signal),
  );
}

/**
 * Publishes the head of the history as it is now, and has it stamped; nothing when it was.
 *
 * @throws TimeStampError
 */
export async function stampHead({ db, log, now, uri }: StampDeps, signal?: AbortSignal): Promise<void> {
  await publishHead({ db, log, now });
  const head = await findNewestHead(db.pool);
  const last = await findNewestStamp(db.pool);
  if (head === null || head.position === last?.position) return;
  // With all that reads what authorities sign; most processes never ask one.
  const { askAuthority } = await import('./ask-authority.ts');
  const stamp = await askAuthority(uri, { message: head.hash, signal });
  await insertStamp(db.pool, { position: head.position, ...stamp });
  log.info(
    `the history up to entry ${head.position} has a time stamp of ${stamp.at.toISOString()} by ${stamp.authority}`,
  );
}
