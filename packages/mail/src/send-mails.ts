import type { Language, Link } from '@campus/pages';
import type { Log, Metrics } from '@campus/service';
import {
  type MailContent,
  type MailDeps,
  type MailOutcome,
  mailQueue,
  type NewMail,
  type PendingMail,
} from './mails.ts';
import { type MailServer, openMailServer, type SendMessage } from './open-mail-server.ts';
import { type Message, renderMail, type Sender, testMessage } from './render-mail.ts';

/** What decides what a mail says. */
type MailToCompose<Content> = Pick<NewMail<Content>, 'accountId' | 'content' | 'language'>;

/** How mails are sent. */
export interface MailSending<Content extends MailContent> {
  server: MailServer;
  from: Sender;
  /** The page of the reader's account, where mails are chosen: a whole address. */
  accountPage: string;
  /** The way to the first page of the service. */
  homeIn(language: Language): Link;
  /** What a mail says to its reader by their rights of now; null: it is for them no more. */
  compose(mail: MailToCompose<Content>): Message | Promise<Message | null>;
}

interface SendingDeps<Content extends MailContent, Kind extends string> extends MailDeps<Content, Kind> {
  log: Log;
  figures: MailFigures;
}

/** What is counted of mails. */
type MailFigures = ReturnType<typeof declareMailFigures>;

/** Messages at a time in one process; a mail server that does not answer holds one for a minute. */
export const messagesAtATime = 2;

/** What a message tells is old after a day. */
export const giveUpMailAfterMs = 24 * 3_600_000;

/** Declares what is counted of mails; once in each process. */
export function declareMailFigures(metrics: Metrics) {
  const mails = metrics.counter({
    name: 'mails_total',
    help: 'Mails that are over, by result: sent, refused by the mail server, expired (not taken for a day), or dropped (wanted no more).',
    labels: ['result'],
  });
  // A rate needs a zero to start from.
  for (const result of ['sent', 'refused', 'expired', 'dropped'] satisfies MailOutcome[])
    mails.inc({ result }, 0);
  return { ended: (result: MailOutcome) => mails.inc({ result }) };
}

/** Sends the mails that are due, until the queue stops. */
export async function startSendingMails<Content extends MailContent, Kind extends string>(
  deps: SendingDeps<Content, Kind>,
  sending: MailSending<Content>,
): Promise<void> {
  const sendMessage = openMailServer(sending.server);
  await deps.jobs.work(mailQueue, messagesAtATime, ({ mailId }, signal) =>
    sendMail(deps, { ...sending, sendMessage }, mailId, signal),
  );
}

/**
 * One attempt to send one mail. A mail that was sent and not noted, since its process died in between, is sent again
 * under the same Message-ID. A server that is away or wants to be asked later is asked again, less and less often, for a
 * day; one that refuses the message for good is not.
 */
async function sendMail<Content extends MailContent, Kind extends string>(
  deps: SendingDeps<Content, Kind>,
  { sendMessage, compose, homeIn, from, accountPage }: MailSending<Content> & { sendMessage: SendMessage },
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const { mails, db, now } = deps;
  const mail = await mails.findPending(db.pool, id);
  if (mail === null) return;
  const { language, email: to, createdAt } = mail;
  if (!mail.isActive || !mail.isWanted || to === '') return end(deps, mail, { state: 'dropped' });
  if (now().getTime() - createdAt.getTime() > giveUpMailAfterMs)
    return end(deps, mail, { state: 'expired', problem: mail.problem });
  const message = isNews(mail) ? await compose(mail) : testMessage(language, homeIn(language));
  if (message === null) return end(deps, mail, { state: 'dropped' });
  const rendered = renderMail(message, { id, language, from, to, createdAt, accountPage });
  const failure = await sendMessage(rendered, signal);
  if (failure === null) return end(deps, mail, { state: 'sent' });
  const { isForGood, reason } = failure;
  if (isForGood) return end(deps, mail, { state: 'refused', problem: reason });
  await mails.noteProblem(db.pool, id, reason);
  throw new Error(`the mail server did not take a mail (${reason})`);
}

/** Whether a mail tells something, and is no test. */
function isNews<Content extends MailContent>(
  mail: PendingMail<Content | { kind: 'test' }>,
): mail is PendingMail<Content> {
  return mail.content.kind !== 'test';
}

async function end<Content extends MailContent, Kind extends string>(
  { mails, db, log, figures, now }: SendingDeps<Content, Kind>,
  { id, accountId, content: { kind } }: PendingMail<MailContent>,
  { state, problem = null }: { state: MailOutcome; problem?: string | null },
): Promise<void> {
  await mails.end(db.pool, id, { state, at: now(), problem });
  figures.ended(state);
  const facts = { mail: id, account: accountId, kind };
  if (state === 'sent') log.info(facts, 'sent a mail');
  if (state === 'refused') log.warn(facts, `the mail server refused a mail for good (${problem})`);
  if (state === 'expired')
    log.warn(facts, `a mail was given up after a day (${problem ?? 'nobody was there to send it'})`);
}
