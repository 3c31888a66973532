import type { Asker } from '@campus/database';
import type { LiveView } from '@campus/pages';
import type { Request } from 'express';
import type { ConsoleDeps } from '../console-routes.ts';
import { type Reader, readerOf } from './reader.ts';

/** Who follows a part of a page of the console; all of one role and language see the same. */
export function liveReader(
  deps: Pick<ConsoleDeps, 'people' | 'now'>,
  request: Request,
): Pick<LiveView<never, Reader>, 'session' | 'reader' | 'kindOf' | 'ended'> {
  const { people } = deps;
  return {
    session: people.sessionOf(request),
    reader: async () =>
      (await people.lookAgain(request)) === undefined ? undefined : readerOf(deps, request),
    kindOf: ({ account, language }) => `${account.role} ${language}`,
    ended: () => people.endedNotice(request),
  };
}

/** For whom all who follow a part look together. */
export function liveAsker(signal: AbortSignal): Asker {
  return { caller: 'live parts', signal };
}
