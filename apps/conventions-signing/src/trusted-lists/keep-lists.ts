import type { Jobs, Occurrence, Queue } from '@campus/jobs';
import type { Log } from '@campus/service';
import type { Database } from '../data/open-database.ts';
import { findListStandings, keepTrustedLists } from '../data/trusted-lists.ts';
import type { FollowedList } from '../trust/trusted-list.ts';
import { followLists, union } from './follow-lists.ts';

/** Which list of lists is followed, and who may sign it. */
interface ListOfLists {
  uri: string;
  /** Certificates as DER. */
  signers: Uint8Array[];
}

export interface KeepListsDeps {
  db: Database;
  log: Log;
  now: () => Date;
  listOfLists: ListOfLists;
}

/** All lists are followed once a day, when few others fetch them. */
const queue: Queue<Occurrence> = { name: 'trusted-lists', expireInSeconds: 3600, atStop: 'hand back' };
const timeOfDay = '04:20';

/** Follows the trusted lists every day, and at once when nobody ever has. */
export function startFollowingLists({
  jobs,
  timeZone,
  ...deps
}: KeepListsDeps & { jobs: Jobs; timeZone: string }): Promise<void> {
  return jobs.daily(queue, { at: timeOfDay, timeZone, isOwedAtOnce: true }, (_at, signal) =>
    keepListsCurrent(deps, signal),
  );
}

/**
 * Follows all lists once, and keeps what each says, or why it cannot be read: all at the same time, at the end, since
 * whatever is judged by them is judged anew when they change.
 */
export async function keepListsCurrent(
  { db, log, now, listOfLists: { uri, signers } }: KeepListsDeps,
  signal: AbortSignal,
): Promise<void> {
  // With axios; most processes never fetch a list.
  const { listSource } = await import('./list-source.ts');
  const standings = await findListStandings(db);
  const kept = new Map(
    standings.flatMap(({ territory, sequence }) => (sequence === null ? [] : [[territory, sequence]])),
  );
  const followed: FollowedList[] = [];
  for await (const one of followLists(listSource(uri, signal), { signers, kept, signal })) followed.push(one);
  const isUnionRead = followed.some((one) => one.territory === union && 'list' in one);
  await keepTrustedLists(db, followed, { checkedAt: now(), forgetsOthers: isUnionRead });
  const problems = followed.flatMap((one) =>
    'problem' in one ? [`the list of ${one.territory} ${one.problem}`] : [],
  );
  if (problems.length === 0) log.info(`read ${followed.length} trusted lists`);
  else
    log.warn(
      { problems },
      `${problems.length} of ${followed.length} trusted lists cannot be read; what they said before holds`,
    );
}
