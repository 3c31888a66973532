import * as accounts from '@campus/accounts';
import type { CsvColumn } from '@campus/pages';
import { allPages } from '../../../data/page.ts';
import { addresses } from '../../addresses.ts';
import { accountWords } from '../../said/account-words.ts';
import { frameWords } from '../frame/frame-words.ts';
import { instantText, type SaveDeps, saveLink, saveTable } from '../save/save-table.ts';
import type { Reader, Visit } from '../session/reader.ts';

type HistoryVisit = SaveDeps & Visit;

/** What was done to the accounts, over all of them or about one. */
export async function showHistory(visit: HistoryVisit): Promise<void> {
  const { lookups, request, reader, answer } = visit;
  const asked = { account: accountAsked(visit), before: accounts.cursorIn(request.query.before) };
  const { language, timeZone } = reader;
  const found = await accounts.readHistory(lookups, asked);
  const page = accounts.historyPage(found, asked, {
    path: addresses.accountHistory,
    breadcrumbs: [{ text: accountWords[language].accounts, href: addresses.accounts }],
    language,
    timeZone,
    rights: frameWords[language].roles,
    save: saveLink(addresses.accountHistoryExport, { filter: { account: asked.account }, language }),
  });
  answer(page);
}

/** The account that a history is about; empty: all of them. */
function accountAsked({ request: { query } }: HistoryVisit): string {
  // PostgreSQL holds no NUL, and no user name another control character.
  return typeof query.account === 'string' ? query.account.replace(/\p{Cc}/gu, '').trim() : '';
}

/** The history of the administration, or what it says of one account, as a table for spreadsheets. */
export function saveHistory(visit: HistoryVisit): Promise<void> {
  const { lookups, reader } = visit;
  const account = accountAsked(visit);
  const pages = allPages(async (before) => {
    const { entries, older = null } = await accounts.readHistory(lookups, { account, before });
    return { results: entries, before: older };
  });
  return saveTable(visit, { name: 'administration', pages, columns: historyColumns(reader) });
}

function historyColumns(reader: Reader): CsvColumn<accounts.AdministrationEntry>[] {
  const { language } = reader;
  const say = accounts.historyHeadings(language);
  return [
    { heading: say.when, of: ({ at }) => instantText(at, reader) },
    { heading: say.account, of: ({ account }) => account },
    { heading: say.what, of: (entry) => accounts.entryTexts(entry, language).what },
    { heading: say.detail, of: ({ detail }) => JSON.stringify(detail) },
    { heading: say.by, of: (entry) => accounts.entryTexts(entry, language).by },
    { heading: say.address, of: ({ address }) => address },
  ];
}
