import type { Jobs } from '@campus/jobs';
import { declareMailFigures, digestQueue, type MailSending, startSendingMails } from '@campus/mail';
import type { Log, Metrics } from '@campus/service';
import { stillFor } from '../data/mail-news.ts';
import { mails } from '../data/mails.ts';
import type { Database } from '../data/open-database.ts';
import type { MailContent } from '../domain/mail-content.ts';
import type { Storage } from '../storage/open-storage.ts';
import { composeMail, homeLink, type MailLinks } from './compose-mail.ts';
import { promiseDigests } from './digest.ts';
import { tellAtOnce } from './tell.ts';

/** How mails are sent, and when. */
interface Mailing extends Pick<MailSending<MailContent>, 'server' | 'from'> {
  /** When digests are promised, on the clocks of `timeZone`. */
  digestAt: string;
  timeZone: string;
  links: MailLinks;
}

const lookEveryMs = 60_000;

/** Promises digests and mails at once from here on, and sends what is promised. @returns what ends it */
export async function startMailing(
  deps: {
    db: Database;
    jobs: Jobs;
    storage: Pick<Storage, 'requireFreeSpace'>;
    log: Log;
    metrics: Metrics;
    now: () => Date;
  },
  { server, from, digestAt, timeZone, links }: Mailing,
): Promise<() => Promise<void>> {
  const { db, jobs, storage, log } = deps;
  await startSendingMails(
    { ...deps, mails, figures: declareMailFigures(deps.metrics) },
    {
      server,
      from,
      accountPage: links.account,
      homeIn: (language) => homeLink(language, links),
      async compose({ accountId, content: promised, language }) {
        const content = await stillFor(db.pool, accountId, promised);
        return content && composeMail(content, language, links);
      },
    },
  );
  await jobs.daily(digestQueue, { at: digestAt, timeZone }, (at) => promiseDigests({ db, jobs }, at));
  let looking = Promise.resolve();
  const looks = setInterval(() => {
    looking = tellAtOnce({ ...deps, requireFreeSpace: storage.requireFreeSpace }).catch((error: unknown) =>
      log.warn({ err: error }, 'people were not told by mail what is new'),
    );
  }, lookEveryMs).unref();
  return async () => {
    clearInterval(looks);
    await looking;
  };
}
