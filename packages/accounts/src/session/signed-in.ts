import { asksForEvents } from '@campus/pages';
import cookieParser from 'cookie-parser';
import express, { type Request, type RequestHandler } from 'express';
import type { Account } from '../account.ts';
import type { BrowserSessions, SessionDeps } from './browser-sessions.ts';
import { type SessionOwner, stampOf } from './session-data.ts';
import type { SessionStore } from './session-store.ts';

/** Whether this account must have a second factor: whoever comes from an identity provider has those of the provider. */
export function needsSecondFactor<Person extends Account>(
  { secondFactor }: Pick<SessionDeps<Person>, 'secondFactor'>,
  account: Person,
): boolean {
  return account.passwordHash !== null && secondFactor.isRequired(account);
}

export type SignedIn<Person extends Account> = Pick<
  BrowserSessions<Person>,
  'handle' | 'routes' | 'accountOf' | 'lookAgain' | 'sessionOf'
> & {
  /** From now on this account is signed in by the request, whose session has just begun. */
  welcome(request: Request, account: Person): void;
};

/** Knows who has signed in: the session of a request, and its account as it is now. `routes` lead to no page yet. */
export function findSignedIn<Person extends Account>(
  deps: SessionDeps<Person>,
  store: SessionStore,
): SignedIn<Person> {
  // Keyed by the request itself: nothing is hung onto Express's objects, and it goes when the request goes.
  const accounts = new WeakMap<Request, Person>();
  // The password may have changed since the sign-in; and the role, or a factor that was set up, asks for more than it.
  const letStay = (account: Person | undefined, { stamp, isProved = false }: SessionOwner) => {
    if (!account?.isActive || stampOf(account) !== stamp) return undefined;
    const isEnough = isProved || !(account.hasSecondFactor || needsSecondFactor(deps, account));
    return isEnough ? account : undefined;
  };
  const lookAgain = batched(async (requests: readonly Request[]) => {
    const signedIn = await store.stillSignedIn(requests);
    const ids = new Set(signedIn.flatMap((one) => (one === undefined ? [] : [one.id])));
    const found = ids.size === 0 ? [] : await deps.findAccounts([...ids]);
    const byId = new Map(found.map((account) => [account.id, account]));
    return signedIn.map((one) => one && letStay(byId.get(one.id), one));
  });
  const findKept = deps.callers.keeping({ ask: deps.findAccount, lets: ({ isActive }) => isActive });
  const find: RequestHandler = async (request, _response, next) => {
    const signedIn = store.signedIn(request);
    // Of the two, one may have been kept from before a change and the other not: nobody is sent away because of it.
    const account =
      signedIn && (letStay(await findKept(signedIn.id), signedIn) ?? (await lookAgain(request)));
    if (account !== undefined) accounts.set(request, account);
    next();
  };
  const withCookies = readCookies(deps.secret);
  const handleSession: RequestHandler = (request, response, next) => {
    // Whoever only watches is at no keyboard.
    const handle = asksForEvents(request) ? store.handleWatching : store.handle;
    handle(request, response, next);
  };
  const findSession = express.Router().use(withCookies, handleSession, find);
  return {
    handle(request, response, next) {
      // Who brings credentials of their own is no browser with a session.
      if (request.headers.authorization !== undefined) withCookies(request, response, next);
      else findSession(request, response, next);
    },
    // Whoever signs in needs a session, even one who brings other credentials.
    routes: express.Router().use((request, response, next) => {
      if (request.headers.authorization === undefined) next();
      else findSession(request, response, next);
    }),
    accountOf: (request) => accounts.get(request),
    welcome: (request, account) => void accounts.set(request, account),
    async lookAgain(request) {
      const account = await lookAgain(request);
      if (account === undefined) accounts.delete(request);
      else accounts.set(request, account);
      return account;
    },
    sessionOf: (request) => (accounts.has(request) ? request.session.id : undefined),
  };
}

/**
 * Reads the cookies of a request, each of them as text. The parser would make an object of `j:{…}`, which whoever asks
 * for a text afterwards does not expect; none of our cookies is written so, hence one that is counts as empty.
 *
 * @param secret  what signed cookies are signed with
 */
function readCookies(secret: string): RequestHandler {
  return cookieParser(secret, { decode: textIn });
}

function textIn(encoded: string): string {
  const text = decoded(encoded);
  return text.startsWith('j:') ? '' : text;
}

function decoded(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    // What the parser does by itself, but then past the rule above.
    return encoded;
  }
}

/**
 * Collects what is asked for at one moment, and asks once for all of it.
 *
 * @param ask  gives an answer for each key, in their order
 */
function batched<Key, Answer>(
  ask: (keys: readonly Key[]) => Promise<readonly Answer[]>,
): (key: Key) => Promise<Answer> {
  let waiting: { key: Key; resolve: (answer: Answer) => void; reject: (error: unknown) => void }[] = [];

  async function askForAll(): Promise<void> {
    const asked = waiting;
    waiting = [];
    try {
      const answers = await ask(asked.map(({ key }) => key));
      // Each key has its answer at its own place.
      asked.forEach(({ resolve }, place) => {
        resolve(answers[place] as Answer);
      });
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(askForAll);
      waiting.push({ key, resolve, reject });
    });
}
