import { errorMessage } from '@campus/config';
import type { FollowedList } from '../trust/trusted-list.ts';
import { ListError } from './list-error.ts';
import type { ListSource } from './list-source.ts';
import { type ListRequest, readList } from './read-list.ts';

interface Following {
  kept: ReadonlyMap<string, number>;
  signal: AbortSignal;
}

/** How the list of lists names its territory. */
export const union = 'EU';

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
