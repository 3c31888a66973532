import { withQuery } from '@campus/pages';
import type { Request, RequestHandler, Response } from 'express';
import type { AccountRoutesDeps } from '../session/account-routes-deps.ts';
import type { Account } from '../session/browser-sessions.ts';
import { beginSession } from '../session/let-in.ts';
import { pendingPerson } from '../session/pending-person.ts';
import type { PendingSignIn } from '../session/session-data.ts';
import { homeOf } from '../session/sign-in-address.ts';
import { showRecoveryCodes } from './recovery-codes-page.ts';

/** Who may change the factors of an account just now: its owner. */
export interface FactorChanger {
  account: Account;
  /** Of somebody who has to set one up before anything else; undefined: they are signed in. */
  pending: PendingSignIn | undefined;
}

/**
 * For routes that change factors: whoever is signed in has to give the password again, unless they did so within the
 * last minutes; whoever must set one up gave it just now.
 *
 * @param options.whilePending  whether the route is for these too
 */
export function forFactorChanger(
  own: AccountRoutesDeps,
  handle: (request: Request, response: Response, changer: FactorChanger) => Promise<void>,
  { whilePending = false }: { whilePending?: boolean } = {},
): RequestHandler {
  const { deps, store, sessions } = own;
  return async (request, response) => {
    const account = sessions.accountOf(request);
    if (account === undefined) {
      const person = whilePending ? await pendingPerson(own, request) : undefined;
      if (person?.pending.needs === 'setup') await handle(request, response, person);
      else sessions.sendToSignIn(request, response);
    } else if (account.passwordHash === null) {
      // Their provider has the factors.
      response.redirect(303, `${deps.root}/`);
    } else if (store.isProvedLately(request)) {
      await handle(request, response, { account, pending: undefined });
    } else {
      const next = request.method === 'POST' ? `${deps.root}/` : request.originalUrl;
      response.set('Cache-Control', 'no-store').redirect(303, withQuery(`${deps.root}/prove/`, { next }));
    }
  };
}

/** After a factor was set up, without which other sessions end: signs in who had to, and shows new recovery codes, or what was done. */
export async function afterSetUp(
  own: AccountRoutesDeps,
  request: Request,
  response: Response,
  { changer, codes, done }: { changer: FactorChanger; codes: string[] | undefined; done: string },
): Promise<void> {
  const { account, pending } = changer;
  if (pending === undefined) await own.store.noteFactor(request);
  else if (!(await beginSession(own, request, response, { account, isProved: true }))) return;
  const next = pending === undefined ? `${own.deps.root}/` : (pending.next ?? homeOf(own.deps, account));
  if (codes !== undefined) showRecoveryCodes(own, request, response, { codes, next });
  else response.redirect(303, pending === undefined ? `${next}?done=${done}` : next);
}
