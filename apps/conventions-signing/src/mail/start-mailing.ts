import type { Jobs } from '@campus/jobs';
import { declareMailFigures, digestQueue, type MailSending, startSendingMails } from '@campus/mail';
import type { Log, Metrics } from '@campus/service';
import { mails } from '../data/mail-facts.ts';
import type { Database } from '../data/open-database.ts';
import type { MailContent } from '../domain/mail-content.ts';
import type { RetentionRules } from '../domain/retention-rules.ts';
import { composeMail, homeLink, type MailLinks } from './compose-mail.ts';
import type { LetterStyle } from './compose-reminder.ts';
import { promiseDigests } from './digest.ts';
import { startAlerting } from './failure-alerts.ts';
import { startSendingReminders } from './send-reminders.ts';
import { stillSeen } from './still-seen.ts';

/** How mails are sent, and when. */
export interface Mailing extends Pick<MailSending<MailContent>, 'server' | 'from'> {
  /** When digests are promised, on the clocks of `timeZone`. */
  digestAt: string;
  timeZone: string;
  links: MailLinks;
  retention: RetentionRules;
  /** Of letters to people who are awaited. */
  letters: LetterStyle;
}

/** Promises digests and mails about failures from here on, and sends what is promised; without `mailing` it does nothing. */
export async function startMailing(
  deps: { db: Database; jobs: Jobs; log: Log; metrics: Metrics; now: () => Date },
  mailing: Mailing | undefined,
): Promise<void> {
  const figures = declareMailFigures(deps.metrics);
  if (mailing === undefined) return;
  const { db, jobs } = deps;
  const { server, from, digestAt, timeZone, links, retention, letters } = mailing;
  await startSendingMails(
    { ...deps, mails, figures },
    {
      server,
      from,
      accountPage: links.account,
      homeIn: (language) => homeLink(language, links),
      async compose({ accountId, content: promised, language }) {
        const content = await stillSeen({ db, timeZone, retention }, accountId, promised);
        return content && composeMail(content, language, links);
      },
    },
  );
  await startSendingReminders({ ...deps, figures }, { server, from, style: letters });
  await startAlerting(deps);
  await jobs.daily(digestQueue, { at: digestAt, timeZone }, (at) =>
    promiseDigests({ db, jobs, timeZone, retention }, at),
  );
}
