/** What is asked of the table of sessions, and done to it, beside what express-session does with one at a time. */
import { type Queryable, sql } from '@campus/database';
import type { Request } from 'express';
import type { SessionData } from 'express-session';
import type { PasswordAccount } from '../account.ts';
import {
  type ChallengePurpose,
  challengeMs,
  hashed,
  idleMs,
  inTime,
  type OpenSession,
  type SessionOwner,
  stampOf,
} from './session-data.ts';

/** More forms than anybody has open at once. */
const maxOnce = 50;
const newest = sql.literal(`$[0 to ${maxOnce - 1}]`);

/** As its index has it. */
const accountId = sql`(sess #>> '{account,id}')::int`;

type SessionAccount = NonNullable<SessionData['account']>;

export function sessionRows({ pool, now }: { pool: Queryable; now: () => Date }) {
  const setAt = async ({ session }: Request, path: readonly string[], value: unknown) => {
    await sql`
      update sessions set sess = jsonb_set(sess::jsonb, ${path}, ${JSON.stringify(value)})::json
      where sid = ${hashed(session.id)}`.run(pool);
  };
  const setInRow = (request: Request, name: string, value: unknown) => setAt(request, [name], value);
  return {
    /** In the row itself, as `isFirst` does. */
    setInRow,
    /** Who is signed in by the sessions of these requests now, in their order. One statement, and no sign of life. */
    async stillSignedIn(requests: readonly Request[]): Promise<(SessionOwner | undefined)[]> {
      const sids = requests.map(({ session: { id } }) => hashed(id));
      const rows = await sql<{ sid: string; account: SessionData['account'] | null }>`
        select sid, sess->'account' as account from sessions
        where sid = any (${[...new Set(sids)]}) and expire >= ${now()}`.rows(pool);
      const accounts = new Map(rows.map(({ sid, account }) => [sid, inTime(account, now())]));
      return sids.map((sid) => accounts.get(sid));
    },
    /** Notes that the password, or a passkey, was asked for again. */
    noteProof: (request: Request) => setInRow(request, 'provedAt', now().getTime()),
    /** Notes that whoever is signed in has given more than a password. */
    noteFactor: (request: Request) => setAt(request, ['account', 'isProved'], true),
    /** Gives it out once; undefined: there is none for this, or it is too old. */
    async takeChallenge(request: Request, purpose: ChallengePurpose): Promise<string | undefined> {
      const sid = hashed(request.session.id);
      const taken = await sql<{ challenge: NonNullable<SessionData['challenge']> | null }>`
        update sessions set sess = (sessions.sess::jsonb - 'challenge')::json
        from (select sid, sess->'challenge' as challenge from sessions where sid = ${sid} for update) as before
        where sessions.sid = before.sid returning challenge`.row(pool);
      const challenge = taken?.challenge;
      if (!challenge || challenge.purpose !== purpose) return undefined;
      return now().getTime() - challenge.madeAt <= challengeMs ? challenge.value : undefined;
    },
    /** The sessions of an account that are let in, the last used first. */
    async sessionsOf(account: PasswordAccount): Promise<OpenSession[]> {
      const rows = await sql<{ name: string; account: SessionAccount; expire: Date }>`
        select sid as name, sess->'account' as account, expire from sessions
        where ${accountId} = ${account.id} and expire >= ${now()} order by expire desc`.rows(pool);
      const stamp = stampOf(account);
      return rows
        .filter((row) => inTime(row.account, now()) !== undefined && row.account.stamp === stamp)
        .map(({ name, account: { agent, signedInAt }, expire }) => ({
          name,
          agent,
          signedInAt: new Date(signedInAt),
          // Each request sets the end anew.
          lastUsedAt: new Date(expire.getTime() - idleMs),
        }));
    },
    /** What `sessionsOf` calls the session of a request. */
    nameOf: ({ session: { id } }: Request) => hashed(id),
    /** Ends one session of an account, by its name; nothing happens when it has none of that name. */
    async endOne({ id }: PasswordAccount, name: string): Promise<void> {
      await sql`delete from sessions where ${accountId} = ${id} and sid = ${name}`.run(pool);
    },
    /** Ends all sessions of an account but the one of this request. */
    async endOthers({ id }: PasswordAccount, request: Request): Promise<void> {
      const own = hashed(request.session.id);
      await sql`delete from sessions where ${accountId} = ${id} and sid <> ${own}`.run(pool);
    },
    /** Ends the sessions that hang on this one at the identity provider, see `there` of `begin`. */
    async endThere(there: string): Promise<void> {
      await sql`delete from sessions where sess #>> '{account,there}' = ${hashed(there)}`.run(pool);
    },
    /** Whether the session meets this value for the first time, whatever else comes in at the same moment. */
    async isFirst(request: Request, value: string): Promise<boolean> {
      // In the row itself: a request that changes its copy would overwrite what another has noted meanwhile.
      const once = hashed(value).slice(0, 22);
      const note = sql`
        update sessions
        set sess = jsonb_set(sess::jsonb, '{once}', jsonb_path_query_array(
          jsonb_build_array(${once}::text) || coalesce(sess::jsonb->'once', '[]'), ${newest}))::json
        where sid = ${hashed(request.session.id)} and not coalesce(sess::jsonb->'once', '[]') ? ${once}`;
      return (await note.run(pool)) === 1;
    },
  };
}
