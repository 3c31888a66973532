import { ExpectedError } from '@campus/config';
import type { RequestHandler } from 'express';
import { mayDo, type Right } from '../../../domain/roles.ts';
import type { Sessions } from './open-sessions.ts';

/** Somebody has signed in whose role does not let them do it; nothing has changed. */
export class NotAllowedError extends ExpectedError {
  constructor(right: Right) {
    super(`this needs the right to ${right}`);
  }
}

/**
 * Lets only those pass whose role may do it; mounted behind `requireAccount`.
 *
 * @throws NotAllowedError
 */
export function requireRight(sessions: Pick<Sessions, 'accountOf'>, right: Right): RequestHandler {
  return (request, _response, next) => {
    const account = sessions.accountOf(request);
    if (account === undefined || !mayDo(account.role, right)) throw new NotAllowedError(right);
    next();
  };
}
