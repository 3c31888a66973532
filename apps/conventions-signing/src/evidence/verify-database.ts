import type { ChainPlace } from '../chain/chain.ts';
import { type ChainFlaw, type SealedEntry, verifyChain } from '../chain/verify-chain.ts';
import * as flaws from '../data/flaws.ts';
import { findChainEnd, findHeads, readSealed } from '../data/ledger.ts';
import type { Database } from '../data/open-database.ts';
import { findStamps } from '../data/stamps.ts';
import { sealHistory } from '../ledger/seal-history.ts';
import { readTimeStamp, TimeStampError } from '../stamps/time-stamp.ts';

/** What came of checking a database. */
interface DatabaseVerdict {
  /** The first thing that does not fit, as a sentence without its full stop; null when all does. */
  flaw: string | null;
  /** What was checked, in sentences. */
  said: string[];
}

/** Shows how far something is. */
type ShowProgress = (what: string, total: number) => { advance(): void; end(): void };

const chainFlaws = {
  missing: 'it is missing, or another one is in its place',
  detail: 'its detail is not what was sealed',
  emptied: 'its detail was emptied, and nothing says that the record was erased',
  hash: 'it is not what was sealed, or what is before it is not',
  head: 'the chain is not the one whose head was published here',
} satisfies Record<ChainFlaw, string>;

const entryFlaws = {
  link: 'what it says of its place within its record is not so',
  elsewhere: 'it is not shown with the record that it is of',
  left: 'its record is gone, and nothing says that it was deleted',
} satisfies Record<flaws.EntryFlawKind, string>;

/**
 * Checks the history of a database from its first entry to its last, its time stamps, and that each document is the one
 * that the history says. Memory does not grow with it.
 */
export async function verifyDatabase(db: Database, showProgress: ShowProgress): Promise<DatabaseVerdict> {
  const said: string[] = [];
  for (const check of [verifyEntries, verifyStamps, verifyDocuments]) {
    const { flaw, ...done } = await check(db, showProgress);
    said.push(...done.said);
    if (flaw !== null) return { flaw, said };
  }
  return { flaw: null, said };
}

async function verifyEntries(db: Database, showProgress: ShowProgress): Promise<DatabaseVerdict> {
  const published: ChainPlace[] = [];
  // As the service does every second.
  const seal = async () => {
    const { head } = await sealHistory(db, { at: new Date() });
    if (head !== null) published.push(head);
  };
  await seal();
  const heads = await findHeads(db.pool);
  const end = await findChainEnd(db.pool);
  const progress = showProgress('entries checked', end.position);
  const { place, flaw } = await verifyChain(counted(allEntries(db, seal), progress.advance), heads);
  progress.end();
  if (flaw !== null) return { flaw: entryText(flaw.position, chainFlaws[flaw.what]), said: [] };
  const misplaced = await flaws.findEntryFlaw(db.pool);
  if (misplaced !== null)
    return { flaw: entryText(misplaced.position, entryFlaws[misplaced.what]), said: [] };
  return {
    flaw: null,
    said: [
      ...published.map((head) => `A head was published: ${headText(head)}.`),
      `The history fits: ${headText(place)}.`,
    ],
  };
}

/**
 * All entries, also those that come while they are read, until sealing adds none: of what was erased meanwhile, the
 * entry that says so is among them.
 */
async function* allEntries({ pool }: Database, seal: () => Promise<void>): AsyncGenerator<SealedEntry> {
  let last = 0;
  for (let from = 1; ; from = last + 1) {
    for await (const entry of readSealed(pool, { from })) {
      last = entry.position;
      yield entry;
    }
    if (last < from) return;
    await seal();
  }
}

const entryText = (position: number, what: string) => `entry ${position} of the history: ${what}`;
const headText = ({ position, hash }: ChainPlace) => `${position} entries, up to the head ${hash}`;

async function* counted(
  entries: AsyncIterable<SealedEntry>,
  advance: () => void,
): AsyncGenerator<SealedEntry> {
  for await (const entry of entries) {
    advance();
    yield entry;
  }
}

async function verifyStamps({ pool }: Database): Promise<DatabaseVerdict> {
  const stamps = await findStamps(pool);
  for (const { position, hash, token, at } of stamps) {
    try {
      const stated = readTimeStamp(new Uint8Array(token), hash);
      if (stated.at.getTime() !== at.getTime())
        return {
          flaw: entryText(position, 'its time stamp is not of the instant that is kept with it'),
          said: [],
        };
    } catch (error) {
      if (!(error instanceof TimeStampError)) throw error;
      return { flaw: entryText(position, error.message), said: [] };
    }
  }
  const last = stamps.at(-1);
  if (last === undefined) return { flaw: null, said: ['No head has a time stamp.'] };
  const newest = `the newest is of ${last.at.toISOString()}, up to entry ${last.position}`;
  return { flaw: null, said: [`${stamps.length} time stamps hold; ${newest}.`] };
}

async function verifyDocuments({ pool }: Database, showProgress: ShowProgress): Promise<DatabaseVerdict> {
  const named = await flaws.findDocumentFlaw(pool);
  if (named !== null) return { flaw: documentText(named, 'not what the history says'), said: [] };
  const count = await flaws.countDocuments(pool);
  const progress = showProgress('documents read', count);
  for await (const checked of flaws.checkDocumentBytes(pool)) {
    progress.advance();
    if (!checked.isWhole) {
      progress.end();
      return { flaw: documentText(checked, 'not what was stored'), said: [] };
    }
  }
  progress.end();
  return { flaw: null, said: [`${count} documents are those of the history, byte for byte.`] };
}

function documentText({ position, kind, number, version }: flaws.DocumentFlaw, what: string): string {
  const document = version === null ? 'the registered document' : `version ${version} of the signed document`;
  const text = `${document} of ${kind} ${number} is ${what}`;
  return position === null ? text : entryText(position, text);
}
