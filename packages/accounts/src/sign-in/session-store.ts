import { createHash } from 'node:crypto';
import connectPgSimple, { type PGStoreOptions } from 'connect-pg-simple';
import type { Request, RequestHandler } from 'express';
import session, { type SessionData, type SessionOptions } from 'express-session';
import type pg from 'pg';
import type { PasswordAccount } from '../passwords/check-password.ts';

/** After this long without a request, and this long after the sign-in, somebody has to sign in again. */
export const idleMs = 2 * 60 * 60_000;
export const absoluteMs = 12 * 60 * 60_000;

/** More forms than anybody has open at once. */
const maxOnce = 50;

declare module 'express-session' {
  interface SessionData {
    /** Who has signed in. */
    account?: {
      id: number;
      stamp: string;
      signedInAt: number;
      /** Their session at the identity provider, hashed. */
      there?: string;
    };
  }
}

export interface SessionStore {
  /** Finds the session of a request, which lasts longer by it; a request without its cookie costs nothing. */
  handle: RequestHandler;
  /** The same for requests that nobody makes by hand: the session ends as if they were not there. */
  handleWatching: RequestHandler;
  /** Id of the account that has signed in, with the stamp of its password; undefined when nobody has. */
  signedIn(request: Request): { id: number; stamp: string } | undefined;
  /** Who is signed in by the sessions of these requests now, in their order. One statement, and no sign of life. */
  stillSignedIn(requests: readonly Request[]): Promise<({ id: number; stamp: string } | undefined)[]>;
  /**
   * Begins a session under a new id, whatever there was before (session fixation).
   *
   * @param options.there  the session at the identity provider that it hangs on
   */
  begin(request: Request, account: PasswordAccount, options?: { there?: string | undefined }): Promise<void>;
  end(request: Request): Promise<void>;
  /** Ends the sessions that hang on this one at the identity provider, see `there` of `begin`. */
  endThere(there: string): Promise<void>;
  /** Whether the session meets this value for the first time, whatever else comes in at the same moment. */
  isFirst(request: Request, value: string): Promise<boolean>;
  /** Stops removing what has expired. */
  close(): Promise<void>;
}

/** The table knows a session by a hash of its id. */
class HashedStore extends connectPgSimple(session) {
  override get(sid: string, callback: (error: unknown, session?: SessionData | null) => void) {
    return super.get(hashed(sid), callback);
  }
  override set(sid: string, data: SessionData, callback?: () => void) {
    return super.set(hashed(sid), data, callback);
  }
  override touch(sid: string, data: SessionData, callback?: () => void) {
    return super.touch(hashed(sid), data, callback);
  }
  override destroy(sid: string, callback?: () => void) {
    return super.destroy(hashed(sid), callback);
  }
}

const later = (work: (done: (error?: unknown) => void) => void) =>
  new Promise<void>((resolve, reject) => {
    work((error) => (error ? reject(error) : resolve()));
  });

/**
 * Sessions in the table `sessions` of the service's database. The cookie `sessionid` is HttpOnly, SameSite=Lax and,
 * over TLS, Secure: where the public address has TLS, a request that seems to have none is given no cookie. The table holds only a hash of the id, so that whoever reads it cannot take a session over.
 *
 * @param options.secret    signs the cookie; the same in all processes
 * @param options.isSecure  the public address has TLS
 */
export function openSessionStore({
  pool,
  secret,
  cookiePath,
  isSecure,
  onError,
  now,
}: {
  pool: pg.Pool;
  secret: string;
  cookiePath: string;
  isSecure: boolean;
  onError: (error: unknown) => void;
  now: () => Date;
}): SessionStore {
  const table: PGStoreOptions = {
    pool,
    tableName: 'sessions',
    // It says what it did before the error.
    errorLog: (...said: unknown[]) => onError(said.at(-1)),
  };
  const store = new HashedStore(table);
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
      maxAge: idleMs,
    },
  };
  const handle = session({ ...common, store, rolling: true });
  // express-session notes no sign of life in a store that cannot.
  const quietStore = Object.assign(new HashedStore({ ...table, pruneSessionInterval: false }), {
    touch: undefined,
  });
  const handleWatching = session({ ...common, store: quietStore, rolling: false });
  const inTime = (account: SessionData['account'] | null) =>
    account && now().getTime() - account.signedInAt <= absoluteMs ? account : undefined;
  return {
    handle,
    handleWatching,
    // Above the path of its cookie a request has no session at all, whatever the types say.
    signedIn: (request) => inTime(request.session?.account),
    async stillSignedIn(requests) {
      const sids = requests.map(({ session: { id } }) => hashed(id));
      const { rows } = await pool.query<{ sid: string; account: SessionData['account'] | null }>({
        name: 'still_signed_in',
        text: `select sid, sess->'account' as account from sessions where sid = any ($1) and expire >= $2`,
        values: [[...new Set(sids)], now()],
      });
      const accounts = new Map(rows.map(({ sid, account }) => [sid, inTime(account)]));
      return sids.map((sid) => accounts.get(sid));
    },
    async begin(request, account, { there } = {}) {
      await later((done) => request.session.regenerate(done));
      request.session.account = { id: account.id, stamp: stampOf(account), signedInAt: now().getTime() };
      if (there !== undefined) request.session.account.there = hashed(there);
      // Before the answer: the browser may be quicker than the database.
      await later((done) => request.session.save(done));
    },
    end: (request) => later((done) => request.session.destroy(done)),
    async endThere(there) {
      await pool.query(`delete from sessions where sess #>> '{account,there}' = $1`, [hashed(there)]);
    },
    async isFirst(request, value) {
      // In the row itself: a request that changes its copy would overwrite what another has noted meanwhile.
      const { rowCount } = await pool.query(
        `update sessions
            set sess = jsonb_set(sess::jsonb, '{once}', jsonb_path_query_array(
                  jsonb_build_array($2::text) || coalesce(sess::jsonb->'once', '[]'), '$[0 to ${maxOnce - 1}]'))::json
          where sid = $1 and not coalesce(sess::jsonb->'once', '[]') ? $2`,
        [hashed(request.session.id), hashed(value).slice(0, 22)],
      );
      return rowCount === 1;
    },
    close: async () => store.close(),
  };
}

/** Changes with the password, and with nothing else. */
export function stampOf({ passwordHash }: Pick<PasswordAccount, 'passwordHash'>): string {
  return hashed(passwordHash ?? '').slice(0, 22);
}

function hashed(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
