import { notice } from '@campus/pages';
import type { Request } from 'express';
import type { Account } from '../account.ts';
import { logSignIn } from '../sign-in-log.ts';
import type { BrowserSessions, SessionDeps } from './browser-sessions.ts';
import { type PendingSignIn, stampOf } from './session-data.ts';
import type { SessionStore } from './session-store.ts';
import { endedSession, homeOf } from './sign-in-address.ts';
import { signInWords } from './sign-in-words.ts';
import { needsSecondFactor, type SignedIn } from './signed-in.ts';
import type { Visit } from './visit.ts';

/** What the pages of signing in, and of one's own account, work with. */
export interface SignInParts {
  deps: SessionDeps<Account>;
  store: SessionStore;
  sessions: BrowserSessions<Account>;
  /** See `SignedIn`. */
  welcome: SignedIn<Account>['welcome'];
  /** Whether nobody can sign in by this request, since a proxy hides that the browser has TLS. */
  isTlsLost(request: Request): boolean;
}

/** Of anybody, who may be signing in just now. */
export type SignInVisit = SignInParts & Visit<Account | undefined>;

interface Entry {
  account: Account;
  /** Their session at the identity provider, when it may end this one. */
  there?: string | undefined;
  /** `password` alone; `code` after one; `passkey`; or the protocol of an identity provider. */
  by: string;
}

/** Begins the session of somebody who has proved who they are, and leads on to `next`, else to the home page. */
export async function letIn(
  visit: SignInVisit,
  { next, ...entry }: Entry & { next: string | undefined },
): Promise<void> {
  if (await beginSession(visit, entry))
    visit.response.redirect(303, next ?? homeOf(visit.deps, entry.account));
}

/** Begins the session; false when it has answered that nobody can sign in here. */
export async function beginSession(visit: SignInVisit, { account, there, by }: Entry): Promise<boolean> {
  const { deps, store, welcome, request, csrf } = visit;
  if (refuseLostTls(visit)) return false;
  await store.begin(request, account, { there, isProved: by !== 'password' });
  welcome(request, account);
  // Here already: pages that are asked for at once would each make a token, and the last cookie would win.
  csrf();
  await deps.noteSignIn(account.id);
  logSignIn(request, { by, account: account.username });
  return true;
}

/** Lets somebody in whose password was right, or asks for more than that. */
export async function letInByPassword(
  visit: SignInVisit,
  { account, next }: { account: Account; next: string | undefined },
): Promise<void> {
  const { deps, store, request, response, csrf } = visit;
  const needs = account.hasSecondFactor ? 'proof' : needsSecondFactor(deps, account) ? 'setup' : undefined;
  if (needs === undefined) return letIn(visit, { account, next, by: 'password' });
  if (refuseLostTls(visit)) return;
  await store.beginPending(request, account, { needs, next });
  csrf();
  response.redirect(303, `${deps.root}/second-factor/`);
}

function refuseLostTls({ isTlsLost, request, reader, answer }: SignInVisit): boolean {
  if (!isTlsLost(request)) return false;
  const { signIn: title, tlsLost } = signInWords[reader.language];
  answer({ title, main: notice('bad', tlsLost) }, 500);
  return true;
}

/** Somebody whose password was right, and who is not signed in yet. */
export interface PendingPerson {
  account: Account;
  pending: PendingSignIn;
}

/** Who is between password and second factor; undefined when nobody is, or not any more. */
export async function pendingPerson(visit: SignInVisit): Promise<PendingPerson | undefined> {
  const { deps, store, request, reader } = visit;
  const pending = store.pending(request);
  if (pending === undefined || reader.account !== undefined) return undefined;
  const account = await deps.findAccount(pending.id);
  if (!account?.isActive || stampOf(account) !== pending.stamp) return undefined;
  // Somebody may have set one up meanwhile, who is not asked to do so again; or have removed all.
  return account.hasSecondFactor === (pending.needs === 'proof') ? { account, pending } : undefined;
}

/** To the password, or home for whoever is signed in already. */
export function sendToFirstStep({ deps, sessions, request, response, reader }: SignInVisit): void {
  const isIn = reader.account !== undefined;
  const address = isIn ? sessions.homeOf(request) : `${deps.root}/login/?done=${endedSession}`;
  response.set('Cache-Control', 'no-store').redirect(303, address);
}
