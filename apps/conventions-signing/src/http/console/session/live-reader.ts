import type { Requester } from '@campus/database';
import type { LiveParts, LiveView } from '@campus/pages';
import type { Request } from 'express';
import { type PageDeps, type Reader, type ReaderDeps, readerOf } from './reader.ts';

/** What a page works with of which a part keeps itself up to date. */
export interface LivePageDeps extends PageDeps {
  live: LiveParts;
}

/** Who follows a part of a page of the console; all of one role and language see the same. */
export function liveReader(
  deps: ReaderDeps,
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
