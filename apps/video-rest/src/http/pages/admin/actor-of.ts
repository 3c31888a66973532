import { type Actor, personAt } from '@campus/accounts';
import type { Request } from 'express';
import type { People } from '../sign-in/open-people.ts';

/** Whoever sends a form of the administration, for its history; behind `requireAccount`. */
export function actorOf(people: Pick<People, 'accountOf'>, request: Request): Actor {
  const account = people.accountOf(request);
  if (account === undefined) throw new Error('requireAccount comes first');
  return personAt(account, request.ip);
}
