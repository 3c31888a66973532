import type { RequestHandler } from 'express';
import { isStaff } from '../../../accounts/is-staff.ts';
import { findManagedVideos } from '../../../data/managed-videos.ts';
import { pageAsked, pageOf, queryText, rowsOf } from '../sign-in/list-query.ts';
import { requesterOf, signedIn } from '../sign-in/signed-in.ts';
import { managedVideosPage } from './managed-videos-page.ts';
import type { WatchDeps } from './watch-deps.ts';

/** The list of videos for whoever has signed in: their own, or all for staff; behind `requireAccount`. */
export function managedVideosRoute({
  engine,
  sessions,
}: Pick<WatchDeps, 'engine' | 'sessions'>): RequestHandler {
  return async (request, response) => {
    const account = signedIn(sessions, request);
    const isOfAll = isStaff(account);
    const words = queryText(request, 'q');
    const page = pageAsked(request);
    const ownerId = isOfAll ? undefined : account.id;
    const found = await findManagedVideos(engine.services.db, requesterOf(sessions, request, response), {
      ownerId,
      words,
      ...rowsOf(page),
    });
    const { shown: videos, hasNext } = pageOf(found);
    const view = { language: sessions.languageOf(request), timeZone: engine.timeZone };
    sessions.sendPage(
      request,
      response,
      managedVideosPage({ ...view, isOfAll, words, page, videos, hasNext }),
    );
  };
}
