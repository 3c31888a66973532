import { cursorIn, historyPage, readHistory } from '@campus/accounts';
import type { RequestHandler } from 'express';
import { addresses } from '../../addresses.ts';
import { frameWords } from '../sign-in/frame-words.ts';
import { queryText } from '../sign-in/list-query.ts';
import { requesterOf } from '../sign-in/signed-in.ts';
import { adminBreadcrumbs } from './admin-breadcrumbs.ts';
import type { AdminDeps } from './admin-deps.ts';

/** What was done to accounts and tokens, over all accounts or about one. */
export function history({
  sessions,
  db,
  timeZone,
}: Pick<AdminDeps, 'sessions' | 'db' | 'timeZone'>): RequestHandler {
  return async (request, response) => {
    const asked = { account: queryText(request, 'account'), before: cursorIn(request.query.before) };
    const language = sessions.languageOf(request);
    const found = await db.lookups.withClient(requesterOf(sessions, request, response), (client) =>
      readHistory(client, asked),
    );
    const page = historyPage(found, asked, {
      path: addresses.history,
      breadcrumbs: adminBreadcrumbs(language),
      language,
      timeZone,
      rights: { staff: frameWords[language].staff, superuser: frameWords[language].superuser },
    });
    sessions.sendPage(request, response, page);
  };
}
