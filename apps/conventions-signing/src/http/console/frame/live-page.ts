import { isDeepStrictEqual } from 'node:util';
import { readerOf, visitsWith } from '@campus/accounts';
import type { LiveParts, LiveView } from '@campus/pages';
import type { Router } from 'express';
import { route } from '../../route.ts';
import type { PageDeps, Reader, Visit } from '../session/reader.ts';

/** What a page works with of which a part keeps itself up to date. */
export interface LivePageDeps extends PageDeps {
  live: LiveParts;
}

/** A page, and the part of it that keeps itself up to date; both show what the same look has found. */
export interface LivePage<Deps extends LivePageDeps, Seen> {
  /** Of the part for all who see the same, as one of them asked for it: `reader.now` and `lookups` are of the look. */
  look(visit: Deps & Visit): Promise<Seen>;
  page(visit: Deps & Visit, seen: Seen): void | Promise<void>;
  part(visit: Deps & Visit): Pick<LiveView<Seen, Reader>, 'key' | 'everyMs' | 'show'>;
}

/** Adds the routes of a page, and of its part at `live` below it. */
export function liveRoutes<Deps extends LivePageDeps, Seen>(
  router: Router,
  path: string,
  { deps, shown }: { deps: Deps; shown: LivePage<Deps, Seen> },
): void {
  const run = visitsWith(deps);
  route(router, path, { get: run(async (visit) => shown.page(visit, await shown.look(visit))) });
  route(router, `${path.replace(/\/$/, '')}/live`, { get: run((visit) => sendPart(visit, shown)) });
}

function sendPart<Deps extends LivePageDeps, Seen>(
  visit: Deps & Visit,
  shown: LivePage<Deps, Seen>,
): Promise<void> {
  const { db, live, sessions, request, response, reader } = visit;
  const { scope } = reader.account;
  const { key, ...part } = shown.part(visit);
  return live.send(request, response, {
    session: sessions.sessionOf(request),
    // Who sees more or less since is to open the page again.
    async reader() {
      const now = await sessions.lookAgain(request);
      const isSame = now !== undefined && isDeepStrictEqual(now.scope, scope);
      return isSame ? readerOf(sessions, request) : undefined;
    },
    // All of one role and language see the same, and look together.
    kindOf: ({ account: { role }, language }) => `${role} ${language}`,
    ended: () => sessions.endedNotice(request),
    ...part,
    key: `${JSON.stringify(scope)} ${key}`,
    look: (signal) =>
      shown.look({
        ...visit,
        reader: { ...reader, now: sessions.now() },
        lookups: db.lookups.of({ caller: 'live parts', signal }),
      }),
  });
}
