import { type KeptCallers, type Sql, sql } from '@campus/database';
import connectPgSimple, { type PGStoreOptions } from 'connect-pg-simple';
import type { Request, RequestHandler } from 'express';
import session, { type SessionData, type SessionOptions } from 'express-session';
import type pg from 'pg';
import type { PasswordAccount } from '../account.ts';
import * as sessions from './session-data.ts';

/** See `openSessionStore`. */
export type SessionStore = ReturnType<typeof openSessionStore>;

const later = (work: (done: (error?: unknown) => void) => void) =>
  new Promise<void>((resolve, reject) => {
    work((error) => (error ? reject(error) : resolve()));
  });

/** Puts a session of a new id in the place of the one that the browser came with. */
async function inNewSession(request: Request, begun: Partial<SessionData>): Promise<void> {
  await later((done) => request.session.regenerate(done));
  Object.assign(request.session, begun);
  // Before the answer: the browser may be quicker than the database.
  await later((done) => request.session.save(done));
}

/** Sessions in the table `sessions` of the service's database; its options are those of `sessionHandlers`. */
export function openSessionStore(options: SessionHandlersOptions) {
  const { now } = options;
  const { handle, handleWatching, close } = sessionHandlers(options);
  const { setInRow, proofOf, endOldest, ...rows } = sessionRows(options);
  return {
    ...rows,
    /** Finds the session of a request, which lasts longer by it; a request without its cookie costs nothing. */
    handle,
    /** The same for requests that nobody makes by hand: the session ends as if they were not there. */
    handleWatching,
    /** Id of the account that has signed in, with the stamp of its password; undefined when nobody has. */
    // Above the path of its cookie a request has no session at all, whatever the types say.
    signedIn: (request: Request): sessions.SessionOwner | undefined =>
      sessions.inTime(request.session?.account, now()),
    /** Whether whoever is signed in has given more than a password. */
    isProved: async (request: Request) => (await proofOf(request))?.isProved ?? false,
    /** Whose password was right within the last minutes, and who is not signed in yet. */
    pending({ session }: Request): sessions.PendingSignIn | undefined {
      const pending = session?.pending;
      return pending && now().getTime() - pending.since <= sessions.pendingMs ? pending : undefined;
    },
    /**
     * Begins a session under a new id, whatever there was before (session fixation).
     *
     * @param options.there     the session at the identity provider that it hangs on
     * @param options.isProved  more than a password was given
     */
    async begin(
      request: Request,
      account: PasswordAccount,
      { there, isProved }: { there?: string | undefined; isProved: boolean },
    ): Promise<void> {
      const agent = request.get('user-agent')?.slice(0, sessions.maxAgentCharacters);
      await inNewSession(request, {
        account: {
          id: account.id,
          stamp: sessions.stampOf(account),
          signedInAt: now().getTime(),
          isProved,
          ...(agent && { agent }),
          ...(there !== undefined && { there: sessions.hashed(there) }),
        },
      });
      await endOldest(account);
    },
    /** Begins what is no session yet, see `pending`. */
    beginPending(
      request: Request,
      account: PasswordAccount,
      { needs, next }: Pick<sessions.PendingSignIn, 'needs'> & { next: string | undefined },
    ): Promise<void> {
      const since = now().getTime();
      return inNewSession(request, {
        pending: { id: account.id, stamp: sessions.stampOf(account), needs, since, ...(next && { next }) },
      });
    },
    /** Whether the password, or a passkey, was asked for again within the last minutes. */
    async isProvedLately(request: Request): Promise<boolean> {
      const provedAt = (await proofOf(request))?.provedAt ?? undefined;
      return provedAt !== undefined && now().getTime() - provedAt <= sessions.provedMs;
    },
    /** Keeps what a passkey is to sign, in the place of any other. */
    async keepChallenge(request: Request, value: string, purpose: sessions.ChallengePurpose): Promise<void> {
      const challenge = { value, purpose, madeAt: now().getTime() };
      const { account, pending } = request.session;
      if (account !== undefined || pending !== undefined) return setInRow(request, 'challenge', challenge);
      // Of somebody who is nobody yet there is no row, and this one goes soon.
      request.session.cookie.maxAge = sessions.challengeMs;
      request.session.challenge = challenge;
      await later((done) => request.session.save(done));
    },
    end: (request: Request) => later((done) => request.session.destroy(done)),
    /** Stops removing what has expired. */
    close,
  };
}

/** More forms than anybody has open at once. */
const maxOnce = 50;
const newest = sql.literal(`$[0 to ${maxOnce - 1}]`);

/** As its index has it. */
const accountId = sql`(sess #>> '{account,id}')::int`;

type SessionAccount = NonNullable<SessionData['account']>;

/** What is asked of the table of sessions, and done to it, beside what express-session does with one at a time. */
function sessionRows({ pool, callers, now }: Pick<SessionHandlersOptions, 'pool' | 'callers' | 'now'>) {
  const setAt = async ({ session }: Request, path: readonly string[], value: unknown) => {
    await sql`
      update sessions set sess = jsonb_set(sess::jsonb, ${path}, ${JSON.stringify(value)})::json
      where sid = ${sessions.hashed(session.id)}`.run(pool);
  };
  const setInRow = (request: Request, name: string, value: unknown) => setAt(request, [name], value);
  const end = async (statement: Sql) => {
    if ((await statement.run(pool)) > 0) callers.forget();
  };
  return {
    /** In the row itself, as `isFirst` does. */
    setInRow,
    /** What was given last, by the row itself: the session of the request may be kept from before. */
    proofOf: ({ session }: Request) =>
      sql<{ isProved: boolean | null; provedAt: number | null }>`
      select (sess #>> '{account,isProved}')::boolean as is_proved, (sess->>'provedAt')::float8 as proved_at
      from sessions where sid = ${sessions.hashed(session.id)}`.row(pool),
    /** Who is signed in by the sessions of these requests now, in their order. One statement, and no sign of life. */
    async stillSignedIn(requests: readonly Request[]): Promise<(sessions.SessionOwner | undefined)[]> {
      const sids = requests.map(({ session: { id } }) => sessions.hashed(id));
      const rows = await sql<{ sid: string; account: SessionData['account'] | null }>`
        select sid, sess->'account' as account from sessions
        where sid = any (${[...new Set(sids)]}) and expire >= ${now()}`.rows(pool);
      const accounts = new Map(rows.map(({ sid, account }) => [sid, sessions.inTime(account, now())]));
      return sids.map((sid) => accounts.get(sid));
    },
    /** Notes that the password, or a passkey, was asked for again. */
    noteProof: (request: Request) => setInRow(request, 'provedAt', now().getTime()),
    /** Notes that whoever is signed in has given more than a password. */
    noteFactor: (request: Request) => setAt(request, ['account', 'isProved'], true),
    /** Gives it out once; undefined: there is none for this, or it is too old. */
    async takeChallenge(request: Request, purpose: sessions.ChallengePurpose): Promise<string | undefined> {
      const sid = sessions.hashed(request.session.id);
      const taken = await sql<{ challenge: NonNullable<SessionData['challenge']> | null }>`
        update sessions set sess = (sessions.sess::jsonb - 'challenge')::json
        from (select sid, sess->'challenge' as challenge from sessions where sid = ${sid} for update) as before
        where sessions.sid = before.sid returning challenge`.row(pool);
      const challenge = taken?.challenge;
      if (!challenge || challenge.purpose !== purpose) return undefined;
      return now().getTime() - challenge.madeAt <= sessions.challengeMs ? challenge.value : undefined;
    },
    /** The sessions of an account that are let in, the last used first. */
    async sessionsOf(account: PasswordAccount): Promise<sessions.OpenSession[]> {
      const rows = await sql<{ name: string; account: SessionAccount; expire: Date }>`
        select sid as name, sess->'account' as account, expire from sessions
        where ${accountId} = ${account.id} and expire >= ${now()} order by expire desc`.rows(pool);
      const stamp = sessions.stampOf(account);
      return rows
        .filter((row) => sessions.inTime(row.account, now()) !== undefined && row.account.stamp === stamp)
        .map(({ name, account: { agent, signedInAt }, expire }) => ({
          name,
          agent,
          signedInAt: new Date(signedInAt),
          // Each request sets the end anew.
          lastUsedAt: new Date(expire.getTime() - sessions.idleMs),
        }));
    },
    /** What `sessionsOf` calls the session of a request. */
    nameOf: ({ session: { id } }: Request) => sessions.hashed(id),
    /** Ends one session of an account, by its name; nothing happens when it has none of that name. */
    async endOne({ id }: PasswordAccount, name: string): Promise<void> {
      await end(sql`delete from sessions where ${accountId} = ${id} and sid = ${name}`);
    },
    /** Ends all sessions of an account but the one of this request. */
    async endOthers({ id }: PasswordAccount, request: Request): Promise<void> {
      const own = sessions.hashed(request.session.id);
      await end(sql`delete from sessions where ${accountId} = ${id} and sid <> ${own}`);
    },
    /** Ends those of an account beyond `maxSessions`, which were used longest ago. */
    async endOldest({ id }: PasswordAccount): Promise<void> {
      await end(sql`
        delete from sessions where sid in (
          select sid from sessions where ${accountId} = ${id} order by expire desc offset ${sql.literal(sessions.maxSessions)})`);
    },
    /** Ends the sessions that hang on this one at the identity provider, see `there` of `begin`. */
    async endThere(there: string): Promise<void> {
      await end(sql`delete from sessions where sess #>> '{account,there}' = ${sessions.hashed(there)}`);
    },
    /** Whether the session meets this value for the first time, whatever else comes in at the same moment. */
    async isFirst(request: Request, value: string): Promise<boolean> {
      // In the row itself: a request that changes its copy would overwrite what another has noted meanwhile.
      const once = sessions.hashed(value).slice(0, 22);
      const note = sql`
        update sessions
        set sess = jsonb_set(sess::jsonb, '{once}', jsonb_path_query_array(
          jsonb_build_array(${once}::text) || coalesce(sess::jsonb->'once', '[]'), ${newest}))::json
        where sid = ${sessions.hashed(request.session.id)} and not coalesce(sess::jsonb->'once', '[]') ? ${once}`;
      return (await note.run(pool)) === 1;
    },
  };
}

interface SessionHandlersOptions {
  pool: pg.Pool;
  callers: KeptCallers;
  now: () => Date;
  /** Signs the cookie; the same in all processes. */
  secret: string;
  cookiePath: string;
  /** The public address has TLS. */
  isSecure: boolean;
  onError: (error: unknown) => void;
}

/** What is kept of the sessions in the table, by the hash of the id. */
interface KeptSessions {
  find(name: string): Promise<{ sess: SessionData; expire: Date } | undefined>;
  forget(): void;
}

/** The table knows a session by a hash of its id. */
class HashedStore extends connectPgSimple(session) {
  readonly #kept: KeptSessions;

  constructor(options: PGStoreOptions, kept: KeptSessions) {
    super(options);
    this.#kept = kept;
  }
  override get(sid: string, callback: (error: unknown, session?: SessionData | null) => void) {
    // express-session writes into what it is given.
    this.#kept
      .find(sessions.hashed(sid))
      .then((found) => callback(null, found && structuredClone(found.sess)), callback);
  }
  override set(sid: string, data: SessionData, callback?: () => void) {
    return super.set(sessions.hashed(sid), data, callback);
  }
  override touch(sid: string, data: SessionData, callback?: () => void) {
    return super.touch(sessions.hashed(sid), data, callback);
  }
  override destroy(sid: string, callback?: (error?: unknown) => void) {
    return super.destroy(sessions.hashed(sid), (error?: unknown) => {
      this.#kept.forget();
      callback?.(error);
    });
  }
}

/**
 * What gives each request its session. The cookie `sessionid` is HttpOnly, SameSite=Lax and, over TLS, Secure: where the
 * public address has TLS, a request that seems to have none is given no cookie. The table holds only a hash of the id,
 * so that whoever reads it cannot take a session over.
 *
 * @returns both handlers of the store; `close` stops removing what has expired
 */
function sessionHandlers(options: Omit<SessionHandlersOptions, 'now'>): {
  handle: RequestHandler;
  handleWatching: RequestHandler;
  close(): Promise<void>;
} {
  const { pool, callers, secret, cookiePath, isSecure, onError } = options;
  const table: PGStoreOptions = {
    pool,
    tableName: 'sessions',
    // It says what it did before the error.
    errorLog: (...said: unknown[]) => onError(said.at(-1)),
  };
  const find = callers.keeping({
    ask: async (name: string) =>
      (await sql<{ sess: SessionData; expire: Date }>`
        select sess, expire from sessions where sid = ${name} and expire >= ${new Date()}`.row(pool)) ??
      undefined,
    // Each request puts its end off, which nobody is told: it is looked up again by then.
    lets: ({ expire }) => expire >= new Date(),
  });
  const kept = { find, forget: callers.forget };
  const store = new HashedStore(table, kept);
  const common: SessionOptions = {
    secret,
    name: 'sessionid',
    resave: false,
    saveUninitialized: false,
    cookie: {
      httpOnly: true,
      sameSite: 'lax',
      secure: isSecure || 'auto',
      path: cookiePath,
      maxAge: sessions.idleMs,
    },
  };
  // express-session notes no sign of life in a store that cannot.
  const quietStore = Object.assign(new HashedStore({ ...table, pruneSessionInterval: false }, kept), {
    touch: undefined,
  });
  return {
    handle: session({ ...common, store, rolling: true }),
    handleWatching: session({ ...common, store: quietStore, rolling: false }),
    close: async () => store.close(),
  };
}
