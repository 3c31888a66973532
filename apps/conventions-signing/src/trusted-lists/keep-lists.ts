import { errorMessage } from '@campus/config';
import type { Jobs, Occurrence, Queue } from '@campus/jobs';
import type { Log } from '@campus/service';
import type { Database } from '../data/open-database.ts';
import { findListStandings, keepTrustedLists } from '../data/trusted-lists.ts';
import type { FollowedList } from '../trust/trusted-list.ts';
import type { ListSource } from './list-source.ts';
import { ListError, type ListRequest, readList } from './read-list.ts';

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
export function startFollowingLists(
  options: KeepListsDeps & { jobs: Jobs; timeZone: string },
): Promise<void> {
  const { jobs, timeZone, ...deps } = options;
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
  const what = { checkedAt: now(), forgetsOthers: isUnionRead };
  await db.prisma.$transaction((tx) => keepTrustedLists(tx, followed, what));
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

interface Following {
  kept: ReadonlyMap<string, number>;
  signal: AbortSignal;
}

/** How the list of lists names its territory. */
const union = 'EU';

/**
 * The list of lists, then each list that it points to: who may sign one stands in the list that led to it (TS 119 615
 * §4.1), and who may sign the first is known beforehand. One that cannot be used keeps no other from being read.
 *
 * @param options.signers  certificates that may sign the list of lists; DER
 * @param options.kept     sequence numbers of what is kept, by territory: an older issue is refused
 * @throws unknown         why `signal` was aborted, and nothing else
 */
export async function* followLists(
  source: ListSource,
  { signers, kept, signal }: Following & { signers: Uint8Array[] },
): AsyncGenerator<FollowedList> {
  const first = await followed(union, async () => ({ bytes: await source.listOfLists(), signers }), {
    kept,
    signal,
  });
  yield first;
  if ('problem' in first) return;
  for (const [territory, pointers] of Map.groupBy(first.list.pointers, (pointer) => pointer.territory)) {
    // It points to itself, for whoever begins elsewhere.
    if (territory === union) continue;
    const found: FollowedList[] = [];
    for (const pointer of pointers) {
      const fetch = async () => ({ bytes: await source.list(pointer), signers: pointer.signers });
      found.push(await followed(territory, fetch, { kept, signal }));
    }
    yield newestOf(territory, found);
  }
}

/** A country has one list (Article 22), which may be in several places: the newest issue of it holds. */
function newestOf(territory: string, found: readonly FollowedList[]): FollowedList {
  const [newest] = found
    .filter((one) => 'list' in one)
    .toSorted((one, other) => other.list.sequence - one.list.sequence);
  const problems = found.flatMap((one) => ('problem' in one ? [one.problem] : []));
  return newest ?? { territory, problem: problems.join('; ') };
}

async function followed(
  territory: string,
  fetch: () => Promise<ListRequest>,
  { kept, signal }: Following,
): Promise<FollowedList> {
  try {
    const list = await readList(await fetch(), { signal });
    if (list.territory !== territory) throw new ListError(`says to be that of ${list.territory}`);
    const before = kept.get(territory) ?? 0;
    if (list.sequence < before)
      throw new ListError(`is issue ${list.sequence}, older than issue ${before}, which is kept`);
    return { territory, list };
  } catch (error) {
    signal.throwIfAborted();
    const problem = error instanceof ListError ? error.message : `cannot be read: ${errorMessage(error)}`;
    return { territory, problem };
  }
}
