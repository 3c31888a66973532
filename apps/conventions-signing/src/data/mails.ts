import type { Statements } from '@campus/database';
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
  tx.send({
    name: 'insert-mail',
    text: 'insert into mails (id, account_id, content, language, created_at) values ($1, $2, $3, $4, $5)',
    values: [id, accountId, JSON.stringify(content), language, createdAt],
  });
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
  const { rows } = await pool.query<PendingMail>({
    name: 'pending-mail',
    text: `
      select m.id, m.account_id as "accountId", m.content, m.language, m.created_at as "createdAt", m.problem, a.email,
        a.is_active as "isActive",
        case m.content->>'kind' when 'digest' then coalesce(s.digest, false)
          when 'failures' then coalesce(s.failures, false) else true end as "isWanted"
      from mails m join accounts a on a.id = m.account_id
      left join mail_subscriptions s on s.account_id = m.account_id
      where m.id = $1 and m.state = 'pending'`,
    values: [id],
  });
  return rows[0] ?? null;
}

/** Ends a mail. @param ended.problem  what the mail server said last; null when nothing is wrong */
export async function endMail(
  { pool }: Database,
  id: string,
  { state, at, problem = null }: { state: MailOutcome; at: Date; problem?: string | null },
): Promise<void> {
  await pool.query({
    name: 'end-mail',
    text: `update mails set state = $2::mail_state, ended_at = $3, problem = $4 where id = $1 and state = 'pending'`,
    values: [id, state, at, problem],
  });
}

/** Notes why a mail has to wait. */
export async function noteMailProblem({ pool }: Database, id: string, problem: string): Promise<void> {
  await pool.query({
    name: 'note-mail-problem',
    text: `update mails set problem = $2 where id = $1 and state = 'pending'`,
    values: [id, problem],
  });
}

/** What the account page shows of the last mail. */
export interface LastMail {
  state: Exclude<MailState, 'dropped'>;
  problem: string | null;
  createdAt: Date;
}

/** The last mail to an account that was wanted; null when there is none. */
export async function findLastMail(db: Statements, accountId: number): Promise<LastMail | null> {
  const { rows } = await db.query<LastMail>({
    name: 'last-mail',
    text: `
      select state, problem, created_at as "createdAt" from mails
      where account_id = $1 and state <> 'dropped' order by created_at desc limit 1`,
    values: [accountId],
  });
  return rows[0] ?? null;
}

/** Whether a mail to an account was promised since an instant. */
export async function hasMailSince(tx: Statements, accountId: number, since: Date): Promise<boolean> {
  const { rows } = await tx.query({
    name: 'mail-since',
    text: 'select from mails where account_id = $1 and created_at > $2 limit 1',
    values: [accountId, since],
  });
  return rows.length > 0;
}

/** Removes mails that ended before an instant. */
export async function forgetMails({ pool }: Database, before: Date): Promise<void> {
  await pool.query('delete from mails where ended_at < $1', [before]);
}
