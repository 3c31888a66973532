import type { Jobs, Occurrence, Queue } from '@campus/jobs';
import type { Log } from '@campus/service';
import type { Database } from '../data/open-database.ts';
import {
  findListStandings,
  forgetOtherLists,
  keepTrustedList,
  noteListProblem,
} from '../data/trusted-lists.ts';
import { followLists, union } from './follow-lists.ts';
import { listSource } from './list-source.ts';

/** Which list of lists is followed, and who may sign it. */
export interface ListOfLists {
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

/** So old a look is made anew at a start. */
const staleMs = 36 * 3600 * 1000;

/**
 * Follows the trusted lists every day, and at once when nobody has for long.
 *
 * @returns when the daily look is arranged; the one at once goes on, and reports to the log alone
 */
export async function startFollowingLists({
  jobs,
  timeZone,
  onError,
  ...deps
}: KeepListsDeps & { jobs: Jobs; timeZone: string; onError: (error: unknown) => void }): Promise<void> {
  await jobs.daily(queue, { at: timeOfDay, timeZone }, (_at, signal) => keepListsCurrent(deps, signal));
  const standings = await findListStandings(deps.db);
  const oldest = Math.min(...standings.map(({ checkedAt }) => checkedAt.getTime()));
  if (standings.length === 0 || deps.now().getTime() - oldest > staleMs)
    keepListsCurrent(deps).catch(onError);
}

/** Follows all lists once, and keeps what each says, or why it cannot be read. */
export async function keepListsCurrent(
  { db, log, now, listOfLists: { uri, signers } }: KeepListsDeps,
  signal?: AbortSignal,
): Promise<void> {
  const standings = await findListStandings(db);
  const kept = new Map(
    standings.flatMap(({ territory, sequence }) => (sequence === null ? [] : [[territory, sequence]])),
  );
  const followed: string[] = [];
  const problems: string[] = [];
  let isUnionRead = false;
  for await (const one of followLists(listSource(uri), { signers, kept })) {
    signal?.throwIfAborted();
    const { territory } = one;
    followed.push(territory);
    if (territory === union) isUnionRead = 'list' in one;
    if ('list' in one) {
      await keepTrustedList(db, one.list, now());
    } else {
      await noteListProblem(db, one, now());
      problems.push(`the list of ${territory} ${one.problem}`);
    }
  }
  if (isUnionRead) await forgetOtherLists(db, followed);
  if (problems.length === 0) log.info(`read ${followed.length} trusted lists`);
  else
    log.warn(
      { problems },
      `${problems.length} of ${followed.length} trusted lists cannot be read; what they said before holds`,
    );
}
