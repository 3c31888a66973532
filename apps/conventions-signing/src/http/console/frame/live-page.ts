import { isDeepStrictEqual } from 'node:util';
import { readerOf, visitsWith } from '@campus/accounts';
import type { Requester } from '@campus/database';
import type { LiveParts, LiveView } from '@campus/pages';
import type { Request, RequestHandler } from 'express';
import type { Scope } from '../../../domain/scope.ts';
import { type PageDeps, type Reader, requesterOf, type Visit } from '../session/reader.ts';

/** What a page works with of which a part keeps itself up to date. */
export interface LivePageDeps extends PageDeps {
  live: LiveParts;
}

/** A page, and the part of it that keeps itself up to date; both show what the same look has found. */
export function livePage<Deps extends LivePageDeps, Seen>(
  deps: Deps,
  shown: {
    look(request: Request, requester: Requester, scope: Scope): Promise<Seen>;
    page(visit: Deps & Visit, seen: Seen): void | Promise<void>;
    part(request: Request): Pick<LiveView<Seen, Reader>, 'key' | 'everyMs' | 'show'>;
  },
): { page: RequestHandler; part: RequestHandler } {
  const { live, sessions } = deps;
  return {
    page: visitsWith(deps)(async (visit) =>
      shown.page(
        visit,
        await shown.look(
          visit.request,
          requesterOf(visit.reader, visit.response),
          visit.reader.account.scope,
        ),
      ),
    ),
    part: visitsWith(deps)(({ request, response, reader: { account } }) => {
      const { key, ...part } = shown.part(request);
      return live.send(request, response, {
        session: sessions.sessionOf(request),
        // Who sees more or less since is to open the page again.
        async reader() {
          const now = await sessions.lookAgain(request);
          const isSame = now !== undefined && isDeepStrictEqual(now.scope, account.scope);
          return isSame ? readerOf(sessions, request) : undefined;
        },
        // All of one role and language see the same, and look together.
        kindOf: ({ account: { role }, language }) => `${role} ${language}`,
        ended: () => sessions.endedNotice(request),
        ...part,
        key: `${JSON.stringify(account.scope)} ${key}`,
        look: (signal) => shown.look(request, { caller: 'live parts', signal }, account.scope),
      });
    }),
  };
}
