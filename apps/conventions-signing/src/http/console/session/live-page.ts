import type { Requester } from '@campus/database';
import type { LiveParts, LiveView } from '@campus/pages';
import type { Request, RequestHandler } from 'express';
import { type PageDeps, type Reader, readerOf, requesterOf, type Visit, visitsWith } from './reader.ts';

/** What a page works with of which a part keeps itself up to date. */
export interface LivePageDeps extends PageDeps {
  live: LiveParts;
}

/** A page, and the part of it that keeps itself up to date; both show what the same look has found. */
export function livePage<Deps extends LivePageDeps, Seen>(
  deps: Deps,
  shown: {
    look(request: Request, requester: Requester): Promise<Seen>;
    page(visit: Deps & Visit, seen: Seen): void;
    part(request: Request): Pick<LiveView<Seen, Reader>, 'key' | 'everyMs' | 'show'>;
  },
): { page: RequestHandler; part: RequestHandler } {
  const { live, sessions } = deps;
  return {
    page: visitsWith(deps)(async (visit) =>
      shown.page(visit, await shown.look(visit.request, requesterOf(visit.reader, visit.response))),
    ),
    part: (request, response) =>
      live.send(request, response, {
        session: sessions.sessionOf(request),
        reader: async () =>
          (await sessions.lookAgain(request)) === undefined ? undefined : readerOf(deps, request),
        // All of one role and language see the same, and look together.
        kindOf: ({ account, language }) => `${account.role} ${language}`,
        ended: () => sessions.endedNotice(request),
        ...shown.part(request),
        look: (signal) => shown.look(request, { caller: 'live parts', signal }),
      }),
  };
}
