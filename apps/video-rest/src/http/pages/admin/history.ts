import { cursorIn, historyPage, readHistory } from '@campus/accounts';
import type { RequestHandler } from 'express';
import { addresses } from '../../addresses.ts';
import { askerFor } from '../sign-in/asker-for.ts';
import { queryText } from '../sign-in/list-query.ts';
import { peopleWords } from '../sign-in/people-words.ts';
import type { AdminDeps } from './admin-deps.ts';
import { adminTrail } from './admin-trail.ts';

/** What was done to accounts and tokens, over all accounts or about one. */
export function history({
  people,
  db,
  timeZone,
}: Pick<AdminDeps, 'people' | 'db' | 'timeZone'>): RequestHandler {
  return async (request, response) => {
    const asked = { account: queryText(request, 'account'), before: cursorIn(request.query.before) };
    const language = people.languageOf(request);
    const found = await db.lookups.withClient(askerFor(people, request, response), (client) =>
      readHistory(client, asked),
    );
    const page = historyPage(found, asked, {
      path: addresses.history,
      breadcrumbs: adminTrail(language),
      language,
      timeZone,
      rights: { staff: peopleWords[language].staff, superuser: peopleWords[language].superuser },
    });
    people.send(request, response, page);
  };
}
