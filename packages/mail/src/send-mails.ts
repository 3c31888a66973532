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
import { type Message, type RenderedMail, renderMail, type Sender, testMessage } from './render-mail.ts';

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
export function startSendingMails<Content extends MailContent, Kind extends string>(
  { mails, db, ...deps }: SendingDeps<Content, Kind>,
  { server, compose, homeIn, from, accountPage }: MailSending<Content>,
): Promise<void> {
  return startSendingFrom(deps, server, {
    queue: mailQueue,
    find: (id) => mails.findPending(db.pool, id),
    async render(mail) {
      const { id, language, email: to, createdAt, isActive, isWanted } = mail;
      if (!isActive || !isWanted || to === '') return null;
      const message = isNews(mail) ? await compose(mail) : testMessage(language, homeIn(language));
      return message && renderMail(message, { id, language, from, to, createdAt, accountPage });
    },
    noteProblem: (id, problem) => mails.noteProblem(db.pool, id, problem),
    end: (id, ended) => mails.end(db.pool, id, ended),
    factsOf: ({ accountId, content: { kind } }) => ({ account: accountId, kind }),
  });
}

/** A mail on its way, wherever it is kept. */
interface Outgoing {
  id: string;
  createdAt: Date;
  /** What the mail server said last; null when it was not asked yet. */
  problem: string | null;
}

/** Where mails are kept until they are sent. */
export interface Outbox<Mail extends Outgoing> {
  queue: typeof mailQueue;
  /** null when it is pending no more. */
  find(id: string): Promise<Mail | null>;
  /** null: nobody is to have it any more. */
  render(mail: Mail): Promise<RenderedMail | null>;
  noteProblem(id: string, problem: string): Promise<void>;
  end(id: string, ended: { state: MailOutcome; at: Date; problem: string | null }): Promise<void>;
  /** What the log says of it: nothing of people. */
  factsOf(mail: Mail): object;
}

/** What sends mails. */
export type Posting = Pick<SendingDeps<MailContent, string>, 'jobs' | 'now' | 'log' | 'figures'>;

/** Sends what is due in an outbox, until the queue stops. */
export async function startSendingFrom<Mail extends Outgoing>(
  deps: Posting,
  server: MailServer,
  outbox: Outbox<Mail>,
): Promise<void> {
  const sendMessage = openMailServer(server);
  await deps.jobs.work(outbox.queue, messagesAtATime, ({ mailId }, signal) =>
    sendMail(deps, outbox, { id: mailId, sendMessage, signal }),
  );
}

/**
 * One attempt to send one mail. A mail that was sent and not noted, since its process died in between, is sent again
 * under the same Message-ID. A server that is away or wants to be asked later is asked again, less and less often, for a
 * day; one that refuses the message for good is not.
 */
async function sendMail<Mail extends Outgoing>(
  deps: Posting,
  outbox: Outbox<Mail>,
  { id, sendMessage, signal }: { id: string; sendMessage: SendMessage; signal: AbortSignal },
): Promise<void> {
  const mail = await outbox.find(id);
  if (mail === null) return;
  const end = (state: MailOutcome, problem: string | null = null) =>
    endMail(deps, outbox, mail, { state, problem });
  if (deps.now().getTime() - mail.createdAt.getTime() > giveUpMailAfterMs)
    return end('expired', mail.problem);
  const rendered = await outbox.render(mail);
  if (rendered === null) return end('dropped');
  const failure = await sendMessage(rendered, signal);
  if (failure === null) return end('sent');
  const { isForGood, reason } = failure;
  if (isForGood) return end('refused', reason);
  await outbox.noteProblem(id, reason);
  throw new Error(`the mail server did not take a mail (${reason})`);
}

/** Whether a mail tells something, and is no test. */
function isNews<Content extends MailContent>(
  mail: PendingMail<Content | { kind: 'test' }>,
): mail is PendingMail<Content> {
  return mail.content.kind !== 'test';
}

async function endMail<Mail extends Outgoing>(
  { log, figures, now }: Posting,
  outbox: Outbox<Mail>,
  mail: Mail,
  { state, problem }: { state: MailOutcome; problem: string | null },
): Promise<void> {
  await outbox.end(mail.id, { state, at: now(), problem });
  figures.ended(state);
  const facts = { mail: mail.id, ...outbox.factsOf(mail) };
  if (state === 'sent') log.info(facts, 'sent a mail');
  if (state === 'refused') log.warn(facts, `the mail server refused a mail for good (${problem})`);
  if (state === 'expired')
    log.warn(facts, `a mail was given up after a day (${problem ?? 'nobody was there to send it'})`);
}
