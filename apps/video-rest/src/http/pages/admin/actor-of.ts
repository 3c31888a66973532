import { type Actor, personAt } from '@campus/accounts';
import type { Request } from 'express';
import type { Sessions } from '../sign-in/open-sessions.ts';

/** Whoever sends a form of the administration, for its history; behind `requireAccount`. */
export function actorOf(sessions: Pick<Sessions, 'accountOf'>, request: Request): Actor {
  const account = sessions.accountOf(request);
  if (account === undefined) throw new Error('requireAccount comes first');
  return personAt(account, request.ip);
}
