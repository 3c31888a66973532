import { cursorIn, historyPage, readHistory } from '@campus/accounts';
import type { Request, Response } from 'express';
import { addresses } from '../../addresses.ts';
import { frameWords } from '../session/frame-words.ts';
import { type PageDeps, readerOf, requesterOf } from '../session/reader.ts';
import { accountBreadcrumbs } from './account-pages.ts';

/** What was done to the accounts, over all of them or about one. */
export async function accountHistory(deps: PageDeps, request: Request, response: Response): Promise<void> {
  const { account, before } = request.query;
  const asked = {
    // PostgreSQL holds no NUL, and no user name another control character.
    account: typeof account === 'string' ? account.replace(/\p{Cc}/gu, '').trim() : '',
    before: cursorIn(before),
  };
  const reader = readerOf(deps, request);
  const { language, timeZone } = reader;
  const found = await deps.db.lookups.withClient(requesterOf(reader, response), (client) =>
    readHistory(client, asked),
  );
  const page = historyPage(found, asked, {
    path: addresses.accountHistory,
    breadcrumbs: accountBreadcrumbs(language),
    language,
    timeZone,
    rights: frameWords[language].roles,
  });
  deps.sessions.sendPage(request, response, page);
}
