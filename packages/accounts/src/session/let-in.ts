import { notice } from '@campus/pages';
import type { Request, Response } from 'express';
import type { AccountRoutesDeps } from './account-routes-deps.ts';
import type { Account } from './browser-sessions.ts';
import { homeOf } from './sign-in-address.ts';
import { signInWords } from './sign-in-words.ts';
import { needsSecondFactor } from './signed-in.ts';

interface Entry {
  account: Account;
  /** Their session at the identity provider, when it may end this one. */
  there?: string | undefined;
  /** They gave more than a password. */
  isProved: boolean;
}

/** Begins the session of somebody who has proved who they are, and leads on to `next`, else to the home page. */
export async function letIn(
  own: AccountRoutesDeps,
  request: Request,
  response: Response,
  { next, ...entry }: Entry & { next: string | undefined },
): Promise<void> {
  if (await beginSession(own, request, response, entry))
    response.redirect(303, next ?? homeOf(own.deps, entry.account));
}

/** Begins the session; false when it has answered that nobody can sign in here. */
export async function beginSession(
  own: AccountRoutesDeps,
  request: Request,
  response: Response,
  { account, ...proof }: Entry,
): Promise<boolean> {
  const { deps, store, sessions, welcome } = own;
  if (refuseLostTls(own, request, response)) return false;
  await store.begin(request, account, proof);
  welcome(request, account);
  // Here already: pages that are asked for at once would each make a token, and the last cookie would win.
  sessions.csrfField(request, response);
  await deps.noteSignIn(account.id);
  return true;
}

/** Lets somebody in whose password was right, or asks for more than that. */
export async function letInByPassword(
  own: AccountRoutesDeps,
  request: Request,
  response: Response,
  { account, next }: { account: Account; next: string | undefined },
): Promise<void> {
  const { deps, store, sessions } = own;
  const needs = account.hasSecondFactor ? 'proof' : needsSecondFactor(deps, account) ? 'setup' : undefined;
  if (needs === undefined) return letIn(own, request, response, { account, next, isProved: false });
  if (refuseLostTls(own, request, response)) return;
  await store.beginPending(request, account, { needs, next });
  sessions.csrfField(request, response);
  response.redirect(303, `${deps.root}/second-factor/`);
}

function refuseLostTls(
  { sessions, isTlsLost }: AccountRoutesDeps,
  request: Request,
  response: Response,
): boolean {
  if (!isTlsLost(request)) return false;
  const { signIn: title, tlsLost } = signInWords[sessions.languageOf(request)];
  sessions.sendPage(request, response, { title, main: notice('bad', tlsLost) }, { status: 500 });
  return true;
}
