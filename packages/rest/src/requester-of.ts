import { untilClosed } from '@campus/service';
import type { Response } from 'express';
import type { Asker } from './store.ts';

/** For whom a request looks something up. */
export function askerOf({ caller, response }: { caller: { username: string }; response: Response }): Asker {
  return { caller: caller.username, signal: untilClosed(response) };
}
