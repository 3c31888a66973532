import { setTimeout as sleep } from 'node:timers/promises';
import { ownersAfter, ownerTables } from '../../data/gathered-media.ts';
import type { FolderOwner } from '../../data/media-files.ts';
import type { Database } from '../../data/open-database.ts';
import { StorageError } from '../storage-error.ts';
import type { Gathering } from './gathering.ts';

/** So much of media. */
export interface Amount {
  files: number;
  bytes: number;
}

/** How far it has come. */
export interface GatherProgress {
  moved: Amount;
  /** Rows whose files are brought, but cannot be removed where they were: they are being encoded. */
  waiting: number;
}

interface GatherMediaDeps {
  db: Pick<Database, 'pool'>;
  gathering: Gathering;
  /** Called after each row. */
  onProgress(progress: GatherProgress): void;
}

/** Rows that are asked for together. */
const mostRows = 500;

/** What was read where it was a moment ago is opened by then. */
const releaseAfterMs = 2_000;

/** How much there is to bring, by table. */
export async function countElsewhere({
  db,
  gathering,
}: Pick<GatherMediaDeps, 'db' | 'gathering'>): Promise<Map<FolderOwner['table'], Amount>> {
  const amounts = new Map<FolderOwner['table'], Amount>(
    ownerTables.map((table) => [table, { files: 0, bytes: 0 }]),
  );
  for await (const owner of allOwners(db)) {
    const amount = amounts.get(owner.table);
    if (amount !== undefined) add(amount, await gathering.find(owner));
  }
  return amounts;
}

/**
 * Brings all media to where new ones are kept, those too that come elsewhere meanwhile, and removes them where they were.
 * A file that is not as it was written stays where it is.
 *
 * @returns what was moved, and what could not be, a sentence each
 * @throws StorageError  one of the places cannot be used any more; what was brought stays so
 */
export async function gatherMedia(deps: GatherMediaDeps): Promise<{ moved: Amount; problems: string[] }> {
  const { db, gathering, onProgress } = deps;
  const moved: Amount = { files: 0, bytes: 0 };
  const problems = new Map<string, string>();
  const released = new Set<string>();
  let waiting: { owner: FolderOwner; since: number }[] = [];

  async function bring(owner: FolderOwner): Promise<boolean> {
    const name = nameOf(owner);
    const found = await gathering.find(owner);
    if (problems.has(name) || (found.length === 0 && released.has(name))) return false;
    try {
      await gathering.bring(owner);
    } catch (error) {
      if (!(error instanceof StorageError) || error.code !== 'media_damaged') throw error;
      problems.set(name, `${name}: ${error.message}`);
    }
    add(moved, found);
    waiting.push({ owner, since: Date.now() });
    return true;
  }

  async function release(): Promise<void> {
    const due = waiting.filter(({ since }) => since <= Date.now() - releaseAfterMs);
    waiting = waiting.filter((entry) => !due.includes(entry));
    for (const { owner } of due) {
      if (await gathering.release(owner)) released.add(nameOf(owner));
      else waiting.push({ owner, since: Date.now() });
    }
  }

  let isSomethingNew: boolean;
  do {
    isSomethingNew = false;
    for await (const owner of allOwners(db)) {
      if (await bring(owner)) isSomethingNew = true;
      await release();
      onProgress({ moved, waiting: waiting.length });
    }
    while (waiting.length > 0) {
      await sleep(releaseAfterMs / 4);
      await release();
      onProgress({ moved, waiting: waiting.length });
    }
  } while (isSomethingNew);
  return { moved, problems: [...problems.values()] };
}

async function* allOwners(db: Pick<Database, 'pool'>): AsyncGenerator<FolderOwner> {
  for (const table of ownerTables) {
    let last: FolderOwner | undefined = { table, id: 0 };
    while (last !== undefined) {
      const owners: FolderOwner[] = await ownersAfter(db, last, { most: mostRows });
      yield* owners;
      last = owners.at(-1);
    }
  }
}

function add(amount: Amount, files: readonly { bytes: number }[]): void {
  amount.files += files.length;
  for (const { bytes } of files) amount.bytes += bytes;
}

function nameOf({ table, id }: FolderOwner): string {
  return `${table} ${id}`;
}
