import { callerOf } from '@campus/auth';
import type { Asker } from '@campus/database';
import { untilClosed } from '@campus/service';
import type { Request, Response } from 'express';

/** For which program a list is looked up, behind `requireBearer`. */
export function askerOf(request: Request, response: Response): Asker {
  return { caller: callerOf(request).fingerprint, signal: untilClosed(response) };
}
