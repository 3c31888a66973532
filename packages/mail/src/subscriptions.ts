import { type PipelinedTransaction, type Queryable, sql } from '@campus/database';
import type { Language } from '@campus/pages';

/** Whom mails go to, and what they choose from. */
export interface MailKinds<Kind extends string> {
  /** The table of accounts: `id`, `email`, `is_active`. */
  accounts: string;
  /** Each kind is a column of `mail_subscriptions`; by it, the column that says until when what happened was told. */
  kinds: Record<Kind, string>;
}

/** Whom something is told, if there is anything. */
export interface Subscriber {
  accountId: number;
  language: Language;
  /** What happened until then was told. */
  toldUntil: Date;
}

/** Which mails an account wants, and where they go; an empty address: nowhere. */
export interface Subscription<Kind extends string> {
  email: string;
  kinds: Record<Kind, boolean>;
}

/** Who wants which mails: the table `mail_subscriptions` of a service. */
export function subscriptionsOf<Kind extends string>(of: MailKinds<Kind>) {
  const accounts = sql.identifier(of.accounts);
  const kinds = Object.keys(of.kinds) as Kind[];
  const columns = Object.fromEntries(kinds.map((kind) => [kind, sql.identifier(kind)]));
  const told = Object.fromEntries(kinds.map((kind) => [kind, sql.identifier(of.kinds[kind])]));
  const each = (piece: (kind: Kind) => ReturnType<typeof sql>) => sql.join(kinds.map(piece), ', ');
  return {
    /** What people choose from. */
    kinds,
    /** What an account has chosen; null: there is no such account. */
    async findSubscription(db: Queryable, accountId: number): Promise<Subscription<Kind> | null> {
      const row = await sql<{ email: string } & Record<Kind, boolean>>`
        select a.email, ${each((kind) => sql`coalesce(s.${columns[kind]}, false) as ${columns[kind]}`)}
        from ${accounts} a left join mail_subscriptions s on s.account_id = a.id where a.id = ${accountId}`.row(
        db,
      );
      if (row === null) return null;
      const { email, ...wanted } = row;
      return { email, kinds: wanted as unknown as Record<Kind, boolean> };
    },
    /** Writes what an account wants; of what it wants newly, as if it had been told until these instants. */
    async subscribe(
      db: Queryable,
      accountId: number,
      wanted: { kinds: Record<Kind, boolean>; language: Language; toldUntil: Record<Kind, Date> },
    ): Promise<void> {
      const { language, toldUntil } = wanted;
      await sql`
        insert into mail_subscriptions as s
          (account_id, language, ${each((kind) => sql`${columns[kind]}, ${told[kind]}`)})
        values (${accountId}, ${language}, ${each((kind) => sql`${wanted.kinds[kind]}, ${toldUntil[kind]}`)})
        on conflict (account_id) do update set language = excluded.language,
          ${each((kind) => sql`${columns[kind]} = excluded.${columns[kind]}`)},
          ${each((kind) => sql`${told[kind]} = case when s.${columns[kind]} then s.${told[kind]} else excluded.${told[kind]} end`)}`.run(
        db,
      );
    },
    /** The accounts that want mails of a kind, are active and have an address. */
    async findSubscribers(db: Queryable, kind: Kind): Promise<number[]> {
      const rows = await sql<{ id: number }>`
        select a.id from mail_subscriptions s join ${accounts} a on a.id = s.account_id
        where s.${columns[kind]} and a.is_active and a.email <> '' order by a.id`.rows(db);
      return rows.map(({ id }) => id);
    },
    /**
     * Holds one subscriber until the transaction ends, so that nothing is told twice; null: wants nothing any more.
     *
     * @param also  further columns of `s`, the subscription, and `a`, the account
     */
    lockSubscriber<Also extends object>(
      tx: PipelinedTransaction,
      accountId: number,
      kind: Kind,
      also = sql`a.id`,
    ): Promise<(Subscriber & Also) | null> {
      return sql<Subscriber & Also>`
        select s.account_id, s.language, s.${told[kind]} as told_until, ${also}
        from mail_subscriptions s join ${accounts} a on a.id = s.account_id
        where s.account_id = ${accountId} and s.${columns[kind]} and a.is_active and a.email <> ''
        for update of s`.row(tx);
    },
    /** Notes until when a subscriber was told. */
    async noteTold(tx: PipelinedTransaction, accountId: number, kind: Kind, until: Date): Promise<void> {
      await sql`update mail_subscriptions set ${told[kind]} = ${until} where account_id = ${accountId}`.run(
        tx,
      );
    },
  };
}
