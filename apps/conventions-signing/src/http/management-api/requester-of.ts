import { callerOf } from '@campus/auth';
import type { Requester } from '@campus/database';
import { untilClosed } from '@campus/service';
import type { Request, Response } from 'express';

/** For which program a list is looked up, behind `requireBearer`. */
export function requesterOf(request: Request, response: Response): Requester {
  return { caller: callerOf(request).fingerprint, signal: untilClosed(response) };
}
