import type { Requester } from '@campus/database';
import { untilClosed } from '@campus/service';
import type { Request, Response } from 'express';
import type { Sessions } from './open-sessions.ts';

/** For whom a page looks something up, behind `requireAccount`. */
export function requesterOf(
  sessions: Pick<Sessions, 'accountOf'>,
  request: Request,
  response: Response,
): Requester {
  const account = sessions.accountOf(request);
  if (account === undefined) throw new Error('requireAccount comes first');
  return { caller: account.username, signal: untilClosed(response) };
}
