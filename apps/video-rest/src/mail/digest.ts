import { inPipelinedTransaction } from '@campus/database';
import type { Jobs, Occurrence, Queue } from '@campus/jobs';
import { findEndedEncodings } from '../data/mail-news.ts';
import { mails } from '../data/mails.ts';
import type { Database } from '../data/open-database.ts';

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
 */
export async function promiseDigests({ db, jobs }: { db: Database; jobs: Jobs }, at: Date): Promise<void> {
  for (const accountId of await mails.findSubscribers(db.pool, 'digest')) {
    await inPipelinedTransaction(db.pool, async (tx) => {
      const subscriber = await mails.lockSubscriber(tx, accountId, 'digest');
      if (subscriber === null || subscriber.toldUntil >= at) return;
      const { language, toldUntil } = subscriber;
      const since = new Date(Math.max(toldUntil.getTime(), at.getTime() - longestMs));
      const ended = await findEndedEncodings(tx, { accountId, since, until: at });
      await mails.noteTold(tx, accountId, 'digest', at);
      if (ended.videos.length === 0) return;
      const content = { kind: 'digest', ...ended } as const;
      await mails.promise(tx, jobs, { accountId, content, language, createdAt: at });
    });
  }
  await mails.forget(db.pool, new Date(at.getTime() - mailKeptMs));
}
