import { createHash } from 'node:crypto';
import connectPgSimple from 'connect-pg-simple';
import type { Request, RequestHandler } from 'express';
import session, { type SessionData } from 'express-session';
import type pg from 'pg';
import type { OpenIdTrip } from './open-id.ts';

/** After this long without a request, and this long after the sign-in, somebody has to sign in again. */
const idleMs = 2 * 60 * 60_000;
const absoluteMs = 12 * 60 * 60_000;
/** And this long somebody may be away at the identity provider. */
const tripMs = 10 * 60_000;

declare module 'express-session' {
  interface SessionData {
    /** Who has signed in; absent while somebody is away at the identity provider. */
    account?: { id: number; stamp: string; signedInAt: number };
    /** What the answer of the identity provider will be held against. */
    openId?: KeptTrip & { leftAt: number };
  }
}

/** What waits for somebody to come back from the identity provider, and where they go on then. */
export interface KeptTrip extends OpenIdTrip {
  next: string | undefined;
}

/** What a session is checked against at every request, so that it ends with what it was made by. */
export interface SessionAccount {
  id: number;
  passwordHash: string | null;
  isActive: boolean;
}

export interface Sessions {
  /** Finds the session of a request; a request without its cookie costs nothing. */
  handle: RequestHandler;
  /** Id of the account that has signed in, with the stamp of its password; undefined when nobody has. */
  signedIn(request: Request): { id: number; stamp: string } | undefined;
  /** Begins a session under a new id, whatever there was before (session fixation). */
  begin(request: Request, account: SessionAccount): Promise<void>;
  end(request: Request): Promise<void>;
  /** Keeps what is needed when somebody comes back from the identity provider. */
  keepTrip(request: Request, trip: KeptTrip): Promise<void>;
  /** Gives it out once; undefined: another state, too long ago, or given out before. */
  takeTrip(request: Request, state: unknown): Promise<KeptTrip | undefined>;
  /** Stops removing what has expired. */
  close(): Promise<void>;
}

/**
 * Sessions in the table `sessions` of the service's database. The cookie `sessionid` is HttpOnly, SameSite=Lax and,
 * over TLS, Secure; the table holds only a hash of the id, so that whoever reads it cannot take a session over.
 *
 * @param options.secret  signs the cookie; the same in all processes
 */
export function openSessions({
  pool,
  secret,
  cookiePath,
  onError,
  now,
}: {
  pool: pg.Pool;
  secret: string;
  cookiePath: string;
  onError: (error: unknown) => void;
  now: () => Date;
}): Sessions {
  const PgStore = connectPgSimple(session);
  class HashedStore extends PgStore {
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
  const store = new HashedStore({
    pool,
    tableName: 'sessions',
    // It says what it did before the error.
    errorLog: (...said: unknown[]) => onError(said.at(-1)),
  });
  const handle = session({
    store,
    secret,
    name: 'sessionid',
    resave: false,
    saveUninitialized: false,
    rolling: true,
    cookie: { httpOnly: true, sameSite: 'lax', secure: 'auto', path: cookiePath, maxAge: idleMs },
  });
  const later = (work: (done: (error?: unknown) => void) => void) =>
    new Promise<void>((resolve, reject) => {
      work((error) => (error ? reject(error) : resolve()));
    });
  return {
    handle,
    signedIn(request) {
      const { account } = request.session;
      if (account === undefined || now().getTime() - account.signedInAt > absoluteMs) return undefined;
      return account;
    },
    async begin(request, account) {
      await later((done) => request.session.regenerate(done));
      request.session.account = { id: account.id, stamp: stampOf(account), signedInAt: now().getTime() };
      // Before the answer: the browser may be quicker than the database.
      await later((done) => request.session.save(done));
    },
    end: (request) => later((done) => request.session.destroy(done)),
    async keepTrip(request, trip) {
      await later((done) => request.session.regenerate(done));
      request.session.openId = { ...trip, leftAt: now().getTime() };
      // Anybody can begin a sign-in: what they leave behind is not kept as long as a session.
      request.session.cookie.maxAge = tripMs;
      await later((done) => request.session.save(done));
    },
    async takeTrip(request, state) {
      const { openId: trip } = request.session;
      if (trip === undefined || trip.state !== state) return undefined;
      await later((done) => request.session.regenerate(done));
      return now().getTime() - trip.leftAt > tripMs ? undefined : trip;
    },
    close: async () => store.close(),
  };
}

/** Changes with the password, and with nothing else. */
export function stampOf({ passwordHash }: Pick<SessionAccount, 'passwordHash'>): string {
  return hashed(passwordHash ?? '').slice(0, 22);
}

function hashed(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
