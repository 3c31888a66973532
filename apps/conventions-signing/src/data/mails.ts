import { type Queryable, sql } from '@campus/database';
import type { Language } from '@campus/pages';
import type { MailState } from '../../generated/client.ts';
import type { MailContent } from '../domain/mail-content.ts';
import type { Database, Writing } from './open-database.ts';

/** What came of a mail: taken by the mail server, refused by it for good, given up after a day, or wanted no more. */
export type MailOutcome = Exclude<MailState, 'pending'>;

/** A mail that is to be sent. */
export interface NewMail {
  id: string;
  accountId: number;
  content: MailContent;
  language: Language;
  createdAt: Date;
}

/** Writes down a mail, pending. */
export function insertMail(tx: Writing, { id, accountId, content, language, createdAt }: NewMail): void {
  tx.send(
    sql`
      insert into mails (id, account_id, content, language, created_at)
      values (${id}, ${accountId}, ${JSON.stringify(content)}, ${language}, ${createdAt})`,
  );
}

/** A pending mail, and what decides whether it is sent. */
export interface PendingMail extends NewMail {
  /** Of the account as it is now. */
  email: string;
  isActive: boolean;
  /** Whether the account still wants mails of this kind. */
  isWanted: boolean;
  /** What the mail server said last; null when it was not asked yet. */
  problem: string | null;
}

/** A mail with its account; null when it is pending no more. */
export async function findPendingMail({ pool }: Database, id: string): Promise<PendingMail | null> {
  return sql<PendingMail>`
    select m.id, m.account_id, m.content, m.language, m.created_at, m.problem, a.email,
      a.is_active,
      case m.content->>'kind' when 'digest' then coalesce(s.digest, false)
        when 'failures' then coalesce(s.failures, false) else true end as is_wanted
    from mails m join accounts a on a.id = m.account_id
    left join mail_subscriptions s on s.account_id = m.account_id
    where m.id = ${id} and m.state = 'pending'`.row(pool);
}

/** Ends a mail. @param ended.problem  what the mail server said last; null when nothing is wrong */
export async function endMail(
  { pool }: Database,
  id: string,
  { state, at, problem = null }: { state: MailOutcome; at: Date; problem?: string | null },
): Promise<void> {
  await sql`
    update mails set state = ${state}::mail_state, ended_at = ${at}, problem = ${problem}
    where id = ${id} and state = 'pending'`.run(pool);
}

/** Notes why a mail has to wait. */
export async function noteMailProblem({ pool }: Database, id: string, problem: string): Promise<void> {
  await sql`update mails set problem = ${problem} where id = ${id} and state = 'pending'`.run(pool);
}

/** What the account page shows of the last mail. */
export interface LastMail {
  state: Exclude<MailState, 'dropped'>;
  problem: string | null;
  createdAt: Date;
}

/** The last mail to an account that was wanted; null when there is none. */
export async function findLastMail(db: Queryable, accountId: number): Promise<LastMail | null> {
  return sql<LastMail>`
    select state, problem, created_at from mails
    where account_id = ${accountId} and state <> 'dropped' order by created_at desc limit 1`.row(db);
}

/** Whether a mail to an account was promised since an instant. */
export async function hasMailSince(tx: Queryable, accountId: number, since: Date): Promise<boolean> {
  const rows =
    await sql`select from mails where account_id = ${accountId} and created_at > ${since} limit 1`.rows(tx);
  return rows.length > 0;
}

/** Removes mails that ended before an instant. */
export async function forgetMails({ pool }: Database, before: Date): Promise<void> {
  await sql`delete from mails where ended_at < ${before}`.run(pool);
}
