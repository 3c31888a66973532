import type { Jobs, Occurrence, Queue } from '@campus/jobs';
import { dayIn } from '@campus/pages';
import { countForDigest } from '../data/mail-facts.ts';
import { findSubscribers, lockSubscriber, noteTold } from '../data/mail-subscriptions.ts';
import { forgetMails } from '../data/mails.ts';
import { type Database, inTransaction } from '../data/open-database.ts';
import { announceRetention } from '../retention/announce.ts';
import type { RetentionRules } from '../retention/rules.ts';
import { promiseMail } from './mail-queue.ts';

/** The morning's work: whom to tell what, and which mails to forget. */
export const digestQueue: Queue<Occurrence> = { name: 'mail-digest', expireInSeconds: 600 };

const dayMs = 24 * 3_600_000;

/** How long a mail that has ended is kept. */
const mailKeptMs = 30 * dayMs;

/** After a holiday a digest tells of a week at most. */
const longestMs = 7 * dayMs;

/** Of what will be erased, the first are named. */
const mostNamed = 5;

interface DigestDeps {
  db: Database;
  jobs: Jobs;
  timeZone: string;
  retention: RetentionRules;
}

/**
 * Promises the digests of a morning, each with what became of it in one transaction: a second run on the same morning
 * finds them promised. Who has nothing to be told gets no mail.
 */
export async function promiseDigests({ db, jobs, timeZone, retention }: DigestDeps, at: Date): Promise<void> {
  const today = dayIn(at, timeZone);
  for (const accountId of await findSubscribers(db, 'digest')) {
    await inTransaction(db, async (tx) => {
      const subscriber = await lockSubscriber(tx, accountId, 'digest');
      if (subscriber === null || subscriber.toldUntil >= at) return;
      const { language, scope, toldUntil } = subscriber;
      const since = new Date(Math.max(toldUntil.getTime(), at.getTime() - longestMs));
      const counts = await countForDigest(tx, { since, until: at, today, scope });
      const { count: erasedSoon, records } = await announceRetention(tx, retention, {
        now: at,
        scope,
        limit: mostNamed,
      });
      noteTold(tx, accountId, 'digest', at);
      if (erasedSoon === 0 && Object.values(counts).every((count) => count === 0)) return;
      const erasedFirst = records.map(({ kind, number }) => ({ kind, number }));
      const content = { kind: 'digest', ...counts, erasedSoon, erasedFirst } as const;
      await promiseMail(tx, jobs, { accountId, content, language, createdAt: at });
    });
  }
  await forgetMails(db, new Date(at.getTime() - mailKeptMs));
}
