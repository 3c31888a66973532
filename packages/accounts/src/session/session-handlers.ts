import connectPgSimple, { type PGStoreOptions } from 'connect-pg-simple';
import type { RequestHandler } from 'express';
import session, { type SessionData, type SessionOptions } from 'express-session';
import type pg from 'pg';
import { hashed, idleMs } from './session-data.ts';

export interface SessionHandlersOptions {
  pool: pg.Pool;
  /** Signs the cookie; the same in all processes. */
  secret: string;
  cookiePath: string;
  /** The public address has TLS. */
  isSecure: boolean;
  onError: (error: unknown) => void;
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

/**
 * What gives each request its session. The cookie `sessionid` is HttpOnly, SameSite=Lax and, over TLS, Secure: where the
 * public address has TLS, a request that seems to have none is given no cookie. The table holds only a hash of the id,
 * so that whoever reads it cannot take a session over.
 *
 * @returns both handlers of `SessionStore`; `close` stops removing what has expired
 */
export function sessionHandlers({ pool, secret, cookiePath, isSecure, onError }: SessionHandlersOptions): {
  handle: RequestHandler;
  handleWatching: RequestHandler;
  close(): Promise<void>;
} {
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
  // express-session notes no sign of life in a store that cannot.
  const quietStore = Object.assign(new HashedStore({ ...table, pruneSessionInterval: false }), {
    touch: undefined,
  });
  return {
    handle: session({ ...common, store, rolling: true }),
    handleWatching: session({ ...common, store: quietStore, rolling: false }),
    close: async () => store.close(),
  };
}
