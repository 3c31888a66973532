import { LRUCache } from 'lru-cache';

/** For this long somebody's address stays known, and so many of one account. */
const knownDays = 30;
export const maxKnownPerAccount = 50;

/** Clients that were right about the password of an account. */
export interface KnownClients {
  has(accountId: number, client: string): Promise<boolean>;
  /** Never rejects: nobody is kept out because it cannot be noted. */
  remember(accountId: number, client: string): Promise<void>;
}

/** What is asked of a pool of connections of `pg`. */
interface Queries {
  query(statement: { name: string; text: string; values: unknown[] }): Promise<{ rowCount: number | null }>;
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
export function createKnownClients({
  pool,
  onError,
}: {
  pool: Queries;
  onError: (error: unknown) => void;
}): KnownClients {
  const noted = new LRUCache<string, true>({ max: maxNoted, ttl: notedMs });
  return {
    async has(accountId, client) {
      if (noted.has(`${accountId} ${client}`)) return true;
      const { rowCount } = await pool.query({
        name: 'has_known_client',
        text: `select from known_clients where account_id = $1 and client = $2
                and last_right_at > now() - interval '${knownDays} days'`,
        values: [accountId, client],
      });
      return rowCount === 1;
    },
    async remember(accountId, client) {
      if (noted.has(`${accountId} ${client}`)) return;
      noted.set(`${accountId} ${client}`, true);
      const text = `
        with noted as (
          insert into known_clients (account_id, client) values ($1, $2)
          on conflict (account_id, client) do update set last_right_at = now())
        delete from known_clients
         where last_right_at < now() - interval '${knownDays} days' and (account_id, client) <> ($1, $2)
            or account_id = $1 and client in (
                 select client from known_clients where account_id = $1 and client <> $2
                  order by last_right_at desc offset ${maxKnownPerAccount - 1})`;
      await pool.query({ name: 'note_known_client', text, values: [accountId, client] }).catch(onError);
    },
  };
}
