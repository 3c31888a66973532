import type { Request, RequestHandler } from 'express';
import type { SessionData } from 'express-session';
import type { PasswordAccount } from '../password/check-password.ts';
import {
  type ChallengePurpose,
  challengeMs,
  hashed,
  inTime,
  maxAgentCharacters,
  type PendingSignIn,
  pendingMs,
  provedMs,
  type SessionOwner,
  stampOf,
} from './session-data.ts';
import { type SessionHandlersOptions, sessionHandlers } from './session-handlers.ts';
import { type SessionRows, sessionRows } from './session-rows.ts';

export interface SessionStore extends Omit<SessionRows, 'setInRow'> {
  /** Finds the session of a request, which lasts longer by it; a request without its cookie costs nothing. */
  handle: RequestHandler;
  /** The same for requests that nobody makes by hand: the session ends as if they were not there. */
  handleWatching: RequestHandler;
  /** Id of the account that has signed in, with the stamp of its password; undefined when nobody has. */
  signedIn(request: Request): SessionOwner | undefined;
  /** Whether whoever is signed in has given more than a password. */
  isProved(request: Request): boolean;
  /** Whose password was right within the last minutes, and who is not signed in yet. */
  pending(request: Request): PendingSignIn | undefined;
  /**
   * Begins a session under a new id, whatever there was before (session fixation).
   *
   * @param options.there     the session at the identity provider that it hangs on
   * @param options.isProved  more than a password was given
   */
  begin(
    request: Request,
    account: PasswordAccount,
    options: { there?: string | undefined; isProved: boolean },
  ): Promise<void>;
  /** Begins what is no session yet, see `pending`. */
  beginPending(
    request: Request,
    account: PasswordAccount,
    pending: Pick<PendingSignIn, 'needs'> & { next: string | undefined },
  ): Promise<void>;
  /** Whether the password, or a passkey, was asked for again within the last minutes. */
  isProvedLately(request: Request): boolean;
  /** Keeps what a passkey is to sign, in the place of any other. */
  keepChallenge(request: Request, value: string, purpose: ChallengePurpose): Promise<void>;
  end(request: Request): Promise<void>;
  /** Stops removing what has expired. */
  close(): Promise<void>;
}

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
export function openSessionStore({
  pool,
  now,
  ...options
}: SessionHandlersOptions & { now: () => Date }): SessionStore {
  const { handle, handleWatching, close } = sessionHandlers({ pool, ...options });
  const { setInRow, ...rows } = sessionRows({ pool, now });
  return {
    ...rows,
    handle,
    handleWatching,
    // Above the path of its cookie a request has no session at all, whatever the types say.
    signedIn: (request) => inTime(request.session?.account, now()),
    isProved: ({ session }) => session.account?.isProved ?? false,
    pending({ session }) {
      const pending = session?.pending;
      return pending && now().getTime() - pending.since <= pendingMs ? pending : undefined;
    },
    begin(request, account, { there, isProved }) {
      const agent = request.get('user-agent')?.slice(0, maxAgentCharacters);
      return inNewSession(request, {
        account: {
          id: account.id,
          stamp: stampOf(account),
          signedInAt: now().getTime(),
          isProved,
          ...(agent && { agent }),
          ...(there !== undefined && { there: hashed(there) }),
        },
      });
    },
    beginPending(request, account, { needs, next }) {
      const since = now().getTime();
      return inNewSession(request, {
        pending: { id: account.id, stamp: stampOf(account), needs, since, ...(next && { next }) },
      });
    },
    isProvedLately: ({ session: { provedAt } }) =>
      provedAt !== undefined && now().getTime() - provedAt <= provedMs,
    async keepChallenge(request, value, purpose) {
      const challenge = { value, purpose, madeAt: now().getTime() };
      const { account, pending } = request.session;
      if (account !== undefined || pending !== undefined) return setInRow(request, 'challenge', challenge);
      // Of somebody who is nobody yet there is no row, and this one goes soon.
      request.session.cookie.maxAge = challengeMs;
      request.session.challenge = challenge;
      await later((done) => request.session.save(done));
    },
    end: (request) => later((done) => request.session.destroy(done)),
    close,
  };
}
