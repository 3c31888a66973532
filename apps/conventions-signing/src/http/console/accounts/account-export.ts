import { type AdministrationEntry, entryTexts, historyHeadings, readHistory } from '@campus/accounts';
import { type ListedAccount, listAccounts } from '../../../data/accounts.ts';
import type { CsvColumn } from '../../answer/csv.ts';
import { frameWords } from '../frame/frame-words.ts';
import { instantText, type SaveDeps, saveTable } from '../save/save-table.ts';
import { scopeText } from '../scopes/scope-text.ts';
import { scopeWords } from '../scopes/scope-words.ts';
import { type Reader, requesterOf, type Visit } from '../session/reader.ts';
import { accountWords } from './account-words.ts';

/** The accounts as a table for spreadsheets. */
export async function saveAccounts(visit: SaveDeps & Visit): Promise<void> {
  const { db, response, reader } = visit;
  async function* pages() {
    yield await db.lookups.withPrisma(requesterOf(reader, response), listAccounts);
  }
  await saveTable(visit, { name: 'accounts', pages: pages(), columns: accountColumns(reader) });
}

function accountColumns(reader: Reader): CsvColumn<ListedAccount>[] {
  const { language } = reader;
  const say = accountWords[language];
  return [
    { heading: say.username, of: ({ username }) => username },
    { heading: say.fullName, of: ({ fullName }) => fullName },
    { heading: say.email, of: ({ email }) => email },
    { heading: say.role, of: ({ role }) => frameWords[language].roles[role] },
    { heading: scopeWords[language].scope, of: ({ scope }) => scopeText(scope, language) },
    { heading: say.state, of: ({ isActive }) => (isActive ? say.active : say.deactivated) },
    { heading: say.created, of: ({ createdAt }) => instantText(createdAt, reader) },
    { heading: say.lastSignIn, of: ({ lastSignInAt }) => instantText(lastSignInAt, reader) },
  ];
}

/** The history of the administration, or what it says of one account, as a table for spreadsheets. */
export function saveAdministration(visit: SaveDeps & Visit, account: string): Promise<void> {
  const { db, response, reader } = visit;
  async function* pages() {
    let before: string | undefined;
    do {
      const page = await db.lookups.withClient(requesterOf(reader, response), (client) =>
        readHistory(client, { account, before }),
      );
      yield page.entries;
      before = page.older;
    } while (before !== undefined);
  }
  return saveTable(visit, { name: 'administration', pages: pages(), columns: historyColumns(reader) });
}

function historyColumns(reader: Reader): CsvColumn<AdministrationEntry>[] {
  const { language } = reader;
  const say = historyHeadings(language);
  return [
    { heading: say.when, of: ({ at }) => instantText(at, reader) },
    { heading: say.account, of: ({ account }) => account },
    { heading: say.what, of: (entry) => entryTexts(entry, language).what },
    { heading: say.detail, of: ({ detail }) => JSON.stringify(detail) },
    { heading: say.by, of: (entry) => entryTexts(entry, language).by },
    { heading: say.address, of: ({ address }) => address },
  ];
}
