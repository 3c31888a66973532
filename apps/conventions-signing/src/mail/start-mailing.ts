import type { Jobs } from '@campus/jobs';
import type { Log } from '@campus/service';
import {
  endMail,
  findPendingMail,
  type MailOutcome,
  noteMailProblem,
  type PendingMail,
} from '../data/mails.ts';
import type { Database } from '../data/open-database.ts';
import type { RetentionRules } from '../domain/retention-rules.ts';
import type { Figures } from '../figures.ts';
import { digestQueue, promiseDigests } from './digest.ts';
import { startAlerting } from './failure-alerts.ts';
import { mailQueue } from './mail-queue.ts';
import type { MailServer, SendMessage } from './open-mail-server.ts';
import { type MailLinks, renderMail, type Sender } from './render-mail.ts';

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

interface SendingDeps {
  db: Database;
  jobs: Jobs;
  log: Log;
  figures: Figures;
  sendMessage: SendMessage;
  from: Sender;
  links: MailLinks;
  now: () => Date;
}

/** Messages at a time in one process; a mail server that does not answer holds one for a minute. */
export const messagesAtATime = 2;

/** What a message tells is old after a day. */
export const giveUpMailAfterMs = 24 * 3_600_000;

/** Sends the mails that are due, until the queue stops. */
function startSendingMails(deps: SendingDeps): Promise<void> {
  return deps.jobs.work(mailQueue, messagesAtATime, ({ mailId }, signal) => sendMail(deps, mailId, signal));
}

/**
 * One attempt to send one mail. A mail that was sent and not noted, since its process died in between, is sent again
 * under the same Message-ID. A server that is away or wants to be asked later is asked again, less and less often, for a
 * day; one that refuses the message for good is not.
 */
async function sendMail(deps: SendingDeps, id: string, signal: AbortSignal): Promise<void> {
  const { db, now, sendMessage, from, links } = deps;
  const mail = await findPendingMail(db, id);
  if (mail === null) return;
  if (!mail.isActive || !mail.isWanted || mail.email === '') return end(deps, mail, { state: 'dropped' });
  if (now().getTime() - mail.createdAt.getTime() > giveUpMailAfterMs)
    return end(deps, mail, { state: 'expired', problem: mail.problem });
  const failure = await sendMessage(renderMail({ ...mail, to: mail.email }, { from, links }), signal);
  if (failure === null) return end(deps, mail, { state: 'sent' });
  const { isForGood, reason } = failure;
  if (isForGood) return end(deps, mail, { state: 'refused', problem: reason });
  await noteMailProblem(db, id, reason);
  throw new Error(`the mail server did not take a mail (${reason})`);
}

async function end(
  { db, log, figures, now }: SendingDeps,
  { id, accountId, content: { kind } }: PendingMail,
  { state, problem = null }: { state: MailOutcome; problem?: string | null },
): Promise<void> {
  await endMail(db, id, { state, at: now(), problem });
  figures.mailEnded(state);
  const facts = { mail: id, account: accountId, kind };
  if (state === 'sent') log.info(facts, 'sent a mail');
  if (state === 'refused') log.warn(facts, `the mail server refused a mail for good (${problem})`);
  if (state === 'expired')
    log.warn(facts, `a mail was given up after a day (${problem ?? 'nobody was there to send it'})`);
}
