import {
  inPipelinedTransaction,
  type PipelinedTransaction,
  retryDeadlocks,
  type Sql,
} from '@campus/database';
import type { Occurrence, Queue } from '@campus/jobs';
import type { MailContent, MailDeps } from './mails.ts';
import type { Subscriber } from './subscriptions.ts';

/** The morning's work: whom to tell what, and which mails to forget. */
export const digestQueue: Queue<Occurrence> = { name: 'mail-digest', expireInSeconds: 600 };

const dayMs = 24 * 3_600_000;

/** How long a mail that has ended is kept. */
const mailKeptMs = 30 * dayMs;

/** After a holiday a digest tells of a week at most. */
const longestMs = 7 * dayMs;

/**
 * Promises the digests of a morning, each with what became of it in one transaction: a second run on the same morning
 * finds them promised. Who has nothing to be told gets no mail.
 *
 * @param options.also    further columns of the subscriber, see `lockSubscriber`
 * @param options.newsOf  what happened from after `since` until that morning; null: nothing
 */
export async function promiseDigests<Content extends MailContent, Kind extends string, Also extends object>(
  { mails, db, jobs }: Omit<MailDeps<Content, Kind | 'digest'>, 'now'>,
  at: Date,
  {
    also,
    newsOf,
  }: {
    also?: Sql;
    newsOf(tx: PipelinedTransaction, asked: Subscriber & Also & { since: Date }): Promise<Content | null>;
  },
): Promise<void> {
  for (const accountId of await mails.findSubscribers(db.pool, 'digest')) {
    const promise = async (tx: PipelinedTransaction) => {
      const subscriber = await mails.lockSubscriber<Also>(tx, accountId, 'digest', also);
      if (subscriber === null || subscriber.toldUntil >= at) return;
      const { language, toldUntil } = subscriber;
      const since = new Date(Math.max(toldUntil.getTime(), at.getTime() - longestMs));
      const content = await newsOf(tx, { ...subscriber, since });
      await mails.noteTold(tx, accountId, 'digest', at);
      if (content !== null) await mails.promise(tx, jobs, { accountId, content, language, createdAt: at });
    };
    await retryDeadlocks(() => inPipelinedTransaction(db.pool, promise));
  }
  await mails.forget(db.pool, new Date(at.getTime() - mailKeptMs));
}
