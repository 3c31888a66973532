import type { Request, Response } from 'express';
import type { AccountRoutesDeps } from './account-routes-deps.ts';
import type { Account } from './browser-sessions.ts';
import { type PendingSignIn, stampOf } from './session-data.ts';
import { endedSession } from './sign-in-address.ts';

/** Somebody whose password was right, and who is not signed in yet. */
export interface PendingPerson {
  account: Account;
  pending: PendingSignIn;
}

/** Who is between password and second factor; undefined when nobody is, or not any more. */
export async function pendingPerson(
  { deps, store, sessions }: AccountRoutesDeps,
  request: Request,
): Promise<PendingPerson | undefined> {
  const pending = store.pending(request);
  if (pending === undefined || sessions.accountOf(request) !== undefined) return undefined;
  const account = await deps.findAccount(pending.id);
  if (!account?.isActive || stampOf(account) !== pending.stamp) return undefined;
  // Somebody may have set one up meanwhile, who is not asked to do so again; or have removed all.
  return account.hasSecondFactor === (pending.needs === 'proof') ? { account, pending } : undefined;
}

/** To the password, or home for whoever is signed in already. */
export function sendToFirstStep(
  { deps, sessions }: AccountRoutesDeps,
  request: Request,
  response: Response,
): void {
  const isIn = sessions.accountOf(request) !== undefined;
  const address = isIn ? sessions.homeOf(request) : `${deps.root}/login/?done=${endedSession}`;
  response.set('Cache-Control', 'no-store').redirect(303, address);
}
