import type { Jobs, Occurrence, Queue } from '@campus/jobs';
import { declareMailFigures, type MailSending, startSendingMails } from '@campus/mail';
import { dayIn } from '@campus/pages';
import type { Log, Metrics } from '@campus/service';
import { countForDigest, type DigestAsked, mails } from '../data/mail-facts.ts';
import { type Database, inTransaction, type Writing } from '../data/open-database.ts';
import { type Scoped, scopeColumn } from '../data/scopes.ts';
import type { DigestFacts, MailContent } from '../domain/mail-content.ts';
import type { RetentionRules } from '../domain/retention-rules.ts';
import type { Scope } from '../domain/scope.ts';
import { announceRetention } from '../retention/announce.ts';
import { composeMail, type MailLinks } from './compose-mail.ts';
import { startAlerting } from './failure-alerts.ts';

/** How mails are sent, and when. */
export interface Mailing extends Pick<MailSending<MailContent>, 'server' | 'from'> {
  /** When digests are promised, on the clocks of `timeZone`. */
  digestAt: string;
  timeZone: string;
  links: MailLinks;
  retention: RetentionRules;
}

/** Promises digests and mails about failures from here on, and sends what is promised; without `mailing` it does nothing. */
export async function startMailing(
  deps: { db: Database; jobs: Jobs; log: Log; metrics: Metrics; now: () => Date },
  mailing: Mailing | undefined,
): Promise<void> {
  const figures = declareMailFigures(deps.metrics);
  if (mailing === undefined) return;
  const { db, jobs } = deps;
  const { server, from, digestAt, timeZone, links, retention } = mailing;
  await startSendingMails(
    { ...deps, mails, figures },
    {
      server,
      from,
      accountPage: links.account,
      compose: ({ content, language }) => composeMail(content, language, links),
    },
  );
  await startAlerting(deps);
  await jobs.daily(digestQueue, { at: digestAt, timeZone }, (at) =>
    promiseDigests({ db, jobs, timeZone, retention }, at),
  );
}

/** The morning's work: whom to tell what, and which mails to forget. */
const digestQueue: Queue<Occurrence> = { name: 'mail-digest', expireInSeconds: 600 };

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
