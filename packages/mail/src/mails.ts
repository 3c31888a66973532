import { randomUUID } from 'node:crypto';
import { type PipelinedTransaction, type Queryable, sql } from '@campus/database';
import type { Jobs, Queue } from '@campus/jobs';
import type { Language } from '@campus/pages';
import type pg from 'pg';
import { type MailKinds, subscriptionsOf } from './subscriptions.ts';

/** What a mail tells of, by kind, as it is stored until it is sent. A test message tells nothing. */
export interface MailContent {
  kind: string;
}

/** What came of a mail: taken by the mail server, refused by it for good, given up after a day, or wanted no more. */
export type MailOutcome = 'sent' | 'refused' | 'expired' | 'dropped';

/** A mail that is to be sent. */
export interface NewMail<Content> {
  accountId: number;
  content: Content;
  language: Language;
  createdAt: Date;
}

/** A pending mail, and what decides whether it is sent. */
export interface PendingMail<Content> extends NewMail<Content> {
  /** The same whenever it is sent again: its Message-ID follows from it. */
  id: string;
  /** Of the account as it is now. */
  email: string;
  isActive: boolean;
  /** Whether the account still wants mails of this kind. */
  isWanted: boolean;
  /** What the mail server said last; null when it was not asked yet. */
  problem: string | null;
}

/** What the account page shows of the last mail. */
export interface LastMail {
  state: 'pending' | Exclude<MailOutcome, 'dropped'>;
  problem: string | null;
  createdAt: Date;
}

/** Mails to send. */
export const mailQueue: Queue<{ mailId: string }> = { name: 'mail', expireInSeconds: 120 };

/** The mails of a service, and who wants which: its tables `mails` and `mail_subscriptions`. */
export type Mails<Content extends MailContent, Kind extends string> = ReturnType<
  typeof mailsOf<Content, Kind>
>;

/** What is done with the mails of a service. */
export function mailsOf<Content extends MailContent, Kind extends string>(of: MailKinds<Kind>) {
  const accounts = sql.identifier(of.accounts);
  return {
    ...subscriptionsOf(of),
    /** Promises a mail, in the transaction of what it tells of. */
    async promise(
      tx: PipelinedTransaction,
      jobs: Jobs,
      mail: NewMail<Content | { kind: 'test' }>,
    ): Promise<void> {
      const id = randomUUID();
      const { accountId, content, language, createdAt } = mail;
      await sql`
        insert into mails (id, account_id, content, language, created_at)
        values (${id}, ${accountId}, ${JSON.stringify(content)}, ${language}, ${createdAt})`.run(tx);
      await jobs.send(tx, mailQueue, { mailId: id });
    },
    /** A mail with its account; null when it is pending no more. */
    findPending(db: Queryable, id: string): Promise<PendingMail<Content | { kind: 'test' }> | null> {
      return sql<PendingMail<Content | { kind: 'test' }>>`
        select m.id, m.account_id, m.content, m.language, m.created_at, m.problem, a.email, a.is_active,
          m.content->>'kind' = 'test' or coalesce((to_jsonb(s)->>(m.content->>'kind'))::boolean, false) as is_wanted
        from mails m join ${accounts} a on a.id = m.account_id
        left join mail_subscriptions s on s.account_id = m.account_id
        where m.id = ${id} and m.state = 'pending'`.row(db);
    },
    /** Ends a mail. @param ended.problem  what the mail server said last; null when nothing is wrong */
    async end(
      db: Queryable,
      id: string,
      { state, at, problem = null }: { state: MailOutcome; at: Date; problem?: string | null },
    ): Promise<void> {
      await sql`
        update mails set state = ${state}::mail_state, ended_at = ${at}, problem = ${problem}
        where id = ${id} and state = 'pending'`.run(db);
    },
    /** Notes why a mail has to wait. */
    async noteProblem(db: Queryable, id: string, problem: string): Promise<void> {
      await sql`update mails set problem = ${problem} where id = ${id} and state = 'pending'`.run(db);
    },
    /** The last mail to an account that was wanted; null when there is none. */
    findLast(db: Queryable, accountId: number): Promise<LastMail | null> {
      return sql<LastMail>`
        select state, problem, created_at from mails
        where account_id = ${accountId} and state <> 'dropped' order by created_at desc limit 1`.row(db);
    },
    /** Whether a mail to an account was promised since an instant; none is promised to it meanwhile by who asks this too. */
    async hasSince(tx: PipelinedTransaction, accountId: number, since: Date): Promise<boolean> {
      await sql`select from ${accounts} where id = ${accountId} for no key update`.run(tx);
      const found = await sql`
        select 1 from mails where account_id = ${accountId} and created_at > ${since} limit 1`.row(tx);
      return found !== null;
    },
    /** Removes mails that ended before an instant. */
    async forget(db: Queryable, before: Date): Promise<void> {
      await sql`delete from mails where ended_at < ${before}`.run(db);
    },
  };
}

/** What the mails of a service are kept in, and sent from. */
export interface MailDeps<Content extends MailContent, Kind extends string> {
  mails: Mails<Content, Kind>;
  db: { pool: pg.Pool };
  jobs: Jobs;
  now: () => Date;
}
