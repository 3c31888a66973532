import { type Queryable, sql } from '@campus/database';
import { LRUCache } from 'lru-cache';

/** For this long somebody's address stays known, and so many of one account. */
const knownDays = 30;
const forgottenAt = sql`now() - ${sql.literal(knownDays)} * interval '1 day'`;
export const maxKnownPerAccount = 50;

/** Clients that were right about the password of an account. */
export interface KnownClients {
  has(accountId: number, client: string): Promise<boolean>;
  /** Never rejects: nobody is kept out because it cannot be noted. */
  remember(accountId: number, client: string): Promise<void>;
}

/** Each is written once a day at most. */
const notedMs = 24 * 60 * 60_000;
const maxNoted = 50_000;

/**
 * Known clients in the table `known_clients` of the service's database, for all its processes. It holds addresses, which
 * are personal data: what is older than `knownDays` goes whenever something is noted.
 *
 * @param onError  told when it cannot be noted
 */
export function createKnownClients(options: {
  pool: Queryable;
  onError: (error: unknown) => void;
}): KnownClients {
  const { pool, onError } = options;
  const noted = new LRUCache<string, true>({ max: maxNoted, ttl: notedMs });
  return {
    async has(accountId, client) {
      if (noted.has(`${accountId} ${client}`)) return true;
      const known = sql`
        select from known_clients
        where account_id = ${accountId} and client = ${client} and last_right_at > ${forgottenAt}`;
      return (await known.row(pool)) !== null;
    },
    async remember(accountId, client) {
      if (noted.has(`${accountId} ${client}`)) return;
      noted.set(`${accountId} ${client}`, true);
      const note = sql`
        with noted as (
          insert into known_clients (account_id, client) values (${accountId}, ${client})
          on conflict (account_id, client) do update set last_right_at = now())
        delete from known_clients
        where last_right_at < ${forgottenAt} and (account_id, client) <> (${accountId}, ${client})
          or account_id = ${accountId} and client in (
            select client from known_clients where account_id = ${accountId} and client <> ${client}
            order by last_right_at desc offset ${sql.literal(maxKnownPerAccount - 1)})`;
      await note.run(pool).catch(onError);
    },
  };
}
