import { type Queryable, sql } from '@campus/database';
import type { Language } from '@campus/pages';
import type { Scope } from '../domain/scope.ts';
import type { Database, Writing } from './open-database.ts';
import { scopeColumn } from './scopes.ts';

/** Which mails an account wants. */
interface MailSubscription {
  digest: boolean;
  failures: boolean;
}

/** What an account has chosen, and where its mails go; an empty address: nowhere. */
export async function findSubscription(
  db: Queryable,
  accountId: number,
): Promise<MailSubscription & { email: string; language: Language | null }> {
  const rows = await sql<MailSubscription & { email: string; language: Language | null }>`
    select a.email, coalesce(s.digest, false) as digest, coalesce(s.failures, false) as failures, s.language
    from accounts a left join mail_subscriptions s on s.account_id = a.id where a.id = ${accountId}`.rows(db);
  return rows[0] ?? { email: '', digest: false, failures: false, language: null };
}

/** Writes what an account wants; of what it wants newly, as if it had been told until these instants. */
export async function writeSubscription(
  { pool }: Database,
  accountId: number,
  {
    digest,
    failures,
    language,
    digestedAt,
    alertedAt,
  }: MailSubscription & { language: Language; digestedAt: Date; alertedAt: Date },
): Promise<void> {
  await sql`
    insert into mail_subscriptions as s (account_id, digest, failures, language, digested_at, alerted_at)
    values (${accountId}, ${digest}, ${failures}, ${language}, ${digestedAt}, ${alertedAt})
    on conflict (account_id) do update set digest = excluded.digest, failures = excluded.failures,
      language = excluded.language,
      digested_at = case when s.digest then s.digested_at else excluded.digested_at end,
      alerted_at = case when s.failures then s.alerted_at else excluded.alerted_at end`.run(pool);
}

/** Whom something is told, if there is anything. */
interface Subscriber {
  accountId: number;
  language: Language;
  scope: Scope;
  /** What happened until then was told. */
  toldUntil: Date;
}

const toldUntil = { digest: sql`digested_at`, failures: sql`alerted_at` };

/** The accounts that want mails of a kind, are active and have an address. */
export async function findSubscribers({ pool }: Database, kind: keyof MailSubscription): Promise<number[]> {
  const rows = await sql<{ id: number }>`
    select a.id from mail_subscriptions s join accounts a on a.id = s.account_id
    where s.${sql.identifier(kind)} and a.is_active and a.email <> '' order by a.id`.rows(pool);
  return rows.map(({ id }) => id);
}

/** Holds one subscriber until the transaction ends, so that nothing is told twice; null: wants nothing any more. */
export async function lockSubscriber(
  tx: Writing,
  accountId: number,
  kind: keyof MailSubscription,
): Promise<Subscriber | null> {
  return sql<Subscriber>`
    select s.account_id, s.language, s.${toldUntil[kind]} as told_until, ${scopeColumn}
    from mail_subscriptions s join accounts a on a.id = s.account_id
    where s.account_id = ${accountId} and s.${sql.identifier(kind)} and a.is_active and a.email <> ''
    for update of s`.row(tx);
}

/** Notes until when a subscriber was told. */
export function noteTold(tx: Writing, accountId: number, kind: keyof MailSubscription, until: Date): void {
  tx.send(sql`update mail_subscriptions set ${toldUntil[kind]} = ${until} where account_id = ${accountId}`);
}
