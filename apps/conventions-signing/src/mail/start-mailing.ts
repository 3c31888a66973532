import type { Jobs } from '@campus/jobs';
import type { Log } from '@campus/service';
import type { Database } from '../data/open-database.ts';
import type { RetentionRules } from '../domain/retention-rules.ts';
import type { Figures } from '../figures.ts';
import { digestQueue, promiseDigests } from './digest.ts';
import { startAlerting } from './failure-alerts.ts';
import type { MailLinks } from './mail-links.ts';
import type { MailServer } from './open-mail-server.ts';
import type { Sender } from './render-mail.ts';
import { startSendingMails } from './send-mails.ts';

/** How mails are sent, and when. */
export interface Mailing {
  server: MailServer;
  from: Sender;
  /** When digests are promised, on the clocks of `timeZone`. */
  digestAt: string;
  timeZone: string;
  links: MailLinks;
  retention: RetentionRules;
}

/** Promises digests and mails about failures from here on, and sends what is promised; without `mailing` it does nothing. */
export async function startMailing(
  deps: { db: Database; jobs: Jobs; log: Log; figures: Figures; now: () => Date },
  mailing: Mailing | undefined,
): Promise<void> {
  if (mailing === undefined) return;
  const { db, jobs } = deps;
  const { server, from, digestAt, timeZone, links, retention } = mailing;
  // Its library is loaded by those who have a mail server.
  const { openMailServer } = await import('./open-mail-server.ts');
  await startSendingMails({ ...deps, sendMessage: openMailServer(server), from, links });
  await startAlerting(deps);
  await jobs.daily(digestQueue, { at: digestAt, timeZone }, (at) =>
    promiseDigests({ db, jobs, timeZone, retention }, at),
  );
}
