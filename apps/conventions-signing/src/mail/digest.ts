import type { Jobs, Occurrence, Queue } from '@campus/jobs';
import { dayIn } from '@campus/pages';
import { countForDigest, type DigestAsked } from '../data/mail-facts.ts';
import { mails } from '../data/mails.ts';
import { type Database, inTransaction, type Writing } from '../data/open-database.ts';
import { type Scoped, scopeColumn } from '../data/scopes.ts';
import type { DigestFacts } from '../domain/mail-content.ts';
import type { RetentionRules } from '../domain/retention-rules.ts';
import type { Scope } from '../domain/scope.ts';
import { announceRetention } from '../retention/announce.ts';

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
 * finds them promised. Who has nothing to be told gets no mail; what many see alike is looked up once.
 */
export async function promiseDigests({ db, jobs, timeZone, retention }: DigestDeps, at: Date): Promise<void> {
  const today = dayIn(at, timeZone);
  const known = new Map<string, News>();
  const newsOf = async (tx: Writing, asked: { since: Date; scope: Scope }) => {
    const key = JSON.stringify(asked);
    const news = known.get(key) ?? (await findNews(tx, retention, { ...asked, until: at, today }));
    known.set(key, news);
    return news;
  };
  for (const accountId of await mails.findSubscribers(db.pool, 'digest')) {
    await inTransaction(db, async (tx) => {
      const subscriber = await mails.lockSubscriber<Scoped>(tx, accountId, 'digest', scopeColumn);
      if (subscriber === null || subscriber.toldUntil >= at) return;
      const { language, scope, toldUntil } = subscriber;
      const since = new Date(Math.max(toldUntil.getTime(), at.getTime() - longestMs));
      const news = await newsOf(tx, { since, scope });
      await mails.noteTold(tx, accountId, 'digest', at);
      if (news === 'none') return;
      const content = { kind: 'digest', ...news } as const;
      await mails.promise(tx, jobs, { accountId, content, language, createdAt: at });
    });
  }
  await mails.forget(db.pool, new Date(at.getTime() - mailKeptMs));
}

type News = DigestFacts | 'none';

/** What somebody with this scope is told who was told until `since`. */
async function findNews(tx: Writing, retention: RetentionRules, asked: DigestAsked): Promise<News> {
  const counts = await countForDigest(tx, asked);
  const { until: now, scope } = asked;
  const due = await announceRetention(tx, retention, { now, scope, limit: mostNamed });
  if (due.count === 0 && Object.values(counts).every((count) => count === 0)) return 'none';
  const erasedFirst = due.records.map(({ kind, number }) => ({ kind, number }));
  return { ...counts, erasedSoon: due.count, erasedFirst };
}
