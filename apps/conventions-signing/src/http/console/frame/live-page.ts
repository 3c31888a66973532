import { isDeepStrictEqual } from 'node:util';
import type { Requester } from '@campus/database';
import type { LiveParts, LiveView } from '@campus/pages';
import type { Request, RequestHandler } from 'express';
import type { Scope } from '../../../signing/scope.ts';
import {
  type PageDeps,
  type Reader,
  readerOf,
  requesterOf,
  type Visit,
  visitsWith,
} from '../session/reader.ts';

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
    part(request, response) {
      const { scope } = readerOf(deps, request).account;
      const { key, ...part } = shown.part(request);
      return live.send(request, response, {
        session: sessions.sessionOf(request),
        // Who sees more or less since is to open the page again.
        async reader() {
          const account = await sessions.lookAgain(request);
          const isSame = account !== undefined && isDeepStrictEqual(account.scope, scope);
          return isSame ? readerOf(deps, request) : undefined;
        },
        // All of one role and language see the same, and look together.
        kindOf: ({ account, language }) => `${account.role} ${language}`,
        ended: () => sessions.endedNotice(request),
        ...part,
        key: `${JSON.stringify(scope)} ${key}`,
        look: (signal) => shown.look(request, { caller: 'live parts', signal }, scope),
      });
    },
  };
}
