import type { Requester } from '@campus/database';
import type { LiveView } from '@campus/pages';
import type { Request } from 'express';
import type { ConsoleDeps } from '../console-routes.ts';
import { type Reader, readerOf } from './reader.ts';

/** Who follows a part of a page of the console; all of one role and language see the same. */
export function liveReader(
  deps: Pick<ConsoleDeps, 'sessions' | 'now'>,
  request: Request,
): Pick<LiveView<never, Reader>, 'session' | 'reader' | 'kindOf' | 'ended'> {
  const { sessions } = deps;
  return {
    session: sessions.sessionOf(request),
    reader: async () =>
      (await sessions.lookAgain(request)) === undefined ? undefined : readerOf(deps, request),
    kindOf: ({ account, language }) => `${account.role} ${language}`,
    ended: () => sessions.endedNotice(request),
  };
}

/** For whom all who follow a part look together. */
export function liveRequester(signal: AbortSignal): Requester {
  return { caller: 'live parts', signal };
}
