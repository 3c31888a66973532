/**
 * Mails at once. Every minute each process that takes jobs looks at what is new for those who want to know; whoever comes
 * first tells it, and the others find it told. Many ends of encodings in a short time are one mail.
 */
import { inPipelinedTransaction, type PipelinedTransaction } from '@campus/database';
import type { Jobs } from '@campus/jobs';
import * as news from '../data/mail-news.ts';
import { mails } from '../data/mails.ts';
import type { Database } from '../data/open-database.ts';
import type { MailContent } from '../domain/mail-content.ts';
import { StorageError } from '../storage/storage-error.ts';

/** What tells works with. */
export interface TellDeps {
  db: Database;
  jobs: Jobs;
  now: () => Date;
  /** @throws StorageError  when uploads and encodings are refused for want of room */
  requireFreeSpace(bytes: number): Promise<void>;
}

const minuteMs = 60_000;

/** Between two such mails to one account. */
export const encodingPauseMs = 10 * minuteMs;
export const operationPauseMs = 60 * minuteMs;

/** That space is short is told again when it lasts. */
const spacePauseMs = 24 * 60 * minuteMs;

/** What ended so long ago has been noted, and its transaction has ended. */
const settledMs = 15_000;

/** Tells everybody what is new to them. */
export async function tellAtOnce(deps: TellDeps): Promise<void> {
  const { db, now } = deps;
  const at = now();
  const until = new Date(at.getTime() - settledMs);
  const accountIds = await mails.findSubscribers(db.pool, 'encodings');
  if (accountIds.length > 0) {
    const since = new Date(at.getTime() - 24 * 60 * minuteMs);
    for (const accountId of await news.findOwnersWithNews(db.pool, { accountIds, since, until }))
      await tell(deps, { accountId, kind: 'encodings', pauseMs: encodingPauseMs, at, until });
  }
  const operators = await mails.findSubscribers(db.pool, 'operation');
  const isShortOfSpace = operators.length > 0 && (await isShort(deps));
  for (const accountId of operators)
    await tell(deps, { accountId, kind: 'operation', pauseMs: operationPauseMs, at, until, isShortOfSpace });
}

interface Telling {
  accountId: number;
  kind: 'encodings' | 'operation';
  pauseMs: number;
  at: Date;
  until: Date;
  isShortOfSpace?: boolean;
}

async function tell({ db, jobs }: TellDeps, telling: Telling): Promise<void> {
  const { accountId, kind, pauseMs, at, until } = telling;
  await inPipelinedTransaction(db.pool, async (tx) => {
    const subscriber = await mails.lockSubscriber<{ isStaff: boolean }>(
      tx,
      accountId,
      kind,
      news.staffColumn,
    );
    if (subscriber === null || (kind === 'operation' && !subscriber.isStaff)) return;
    const { language, toldUntil: since } = subscriber;
    if (at.getTime() - since.getTime() < pauseMs) return;
    const content = await newsOf(tx, { ...telling, since });
    if (content === null) return;
    await mails.noteTold(tx, accountId, kind, until);
    await mails.promise(tx, jobs, { accountId, content, language, createdAt: at });
  });
}

async function newsOf(
  tx: PipelinedTransaction,
  { accountId, kind, since, until, at, isShortOfSpace: isShort = false }: Telling & { since: Date },
): Promise<MailContent | null> {
  if (kind === 'encodings') {
    const ended = await news.findEndedEncodings(tx, { accountId, since, until });
    return ended.videos.length === 0 ? null : { kind, ...ended };
  }
  const lostWorkers = await news.findLostWorkers(tx, { since, until });
  const isShortOfSpace =
    isShort && !(await news.wasToldOfSpace(tx, accountId, new Date(at.getTime() - spacePauseMs)));
  const webhooks = await news.findSwitchedOffWebhooks(tx, { since, until });
  if (lostWorkers.length === 0 && webhooks.length === 0 && !isShortOfSpace) return null;
  return { kind, lostWorkers, webhooks, isShortOfSpace };
}

async function isShort({ requireFreeSpace }: TellDeps): Promise<boolean> {
  try {
    await requireFreeSpace(0);
    return false;
  } catch (error) {
    if (error instanceof StorageError && error.code === 'too_little_space') return true;
    throw error;
  }
}
