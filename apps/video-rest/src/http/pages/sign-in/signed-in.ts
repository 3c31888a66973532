/** Who has signed in, for handlers behind `requireAccount`. */
import { type Actor, personAt } from '@campus/accounts';
import type { Requester } from '@campus/database';
import { untilClosed } from '@campus/service';
import type { Request, Response } from 'express';
import type { SignInRow } from '../../../data/accounts.ts';
import type { Sessions } from './open-sessions.ts';

export function signedIn(sessions: Pick<Sessions, 'accountOf'>, request: Request): SignInRow {
  const account = sessions.accountOf(request);
  if (account === undefined) throw new Error('requireAccount comes first');
  return account;
}

/** For whom a page looks something up, until they leave. */
export function requesterOf(
  sessions: Pick<Sessions, 'accountOf'>,
  request: Request,
  response: Response,
): Requester {
  return { caller: signedIn(sessions, request).username, signal: untilClosed(response) };
}

/** Who sends a form of the administration, for its history. */
export function actorOf(sessions: Pick<Sessions, 'accountOf'>, request: Request): Actor {
  return personAt(signedIn(sessions, request), request.ip);
}
