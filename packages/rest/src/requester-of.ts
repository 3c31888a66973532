import { untilClosed } from '@campus/service';
import type { Response } from 'express';
import type { Requester } from './store.ts';

/** For whom a request looks something up. */
export function requesterOf({
  caller,
  response,
}: {
  caller: { username: string };
  response: Response;
}): Requester {
  return { caller: caller.username, signal: untilClosed(response) };
}
