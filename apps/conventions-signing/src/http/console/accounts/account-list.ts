import { badge, buttonLink, type Html, html, type Language, type Page, table, time } from '@campus/pages';
import { type ListedAccount, listAccounts } from '../../../data/accounts.ts';
import { accountAddress, addresses } from '../../addresses.ts';
import type { CsvColumn } from '../../answer/csv.ts';
import { accountWords } from '../../said/account-words.ts';
import { tokenWords } from '../../said/token-words.ts';
import { frameWords } from '../frame/frame-words.ts';
import { instantText, type SaveDeps, saveLink, saveTable } from '../save/save-table.ts';
import { scopeText } from '../scopes/scope-text.ts';
import { scopeWords } from '../scopes/scope-words.ts';
import type { Reader, Visit } from '../session/reader.ts';

/** All accounts, with their state. */
export async function listPage({ lookups, reader, answer }: SaveDeps & Visit): Promise<void> {
  answer(pageOf(await listAccounts(lookups), reader));
}

function pageOf(accounts: readonly ListedAccount[], reader: Reader): Page {
  const { language } = reader;
  const say = accountWords[language];
  const rows = accounts.map(({ username, fullName, email, role, scope, isActive, lastSignInAt }) => [
    html`<a href="${accountAddress(username)}">${username}</a>`,
    fullName,
    email,
    frameWords[language].roles[role],
    scopeText(scope, language),
    stateOf(isActive, language),
    time(lastSignInAt, reader),
  ]);
  return {
    title: say.accounts,
    main: html`<p class="row">${buttonLink({ text: say.newAccount, href: addresses.newAccount })}
${buttonLink({ text: tokenWords[language].title, href: addresses.tokens }, { kind: 'plain' })}
${buttonLink({ text: say.history, href: addresses.accountHistory }, { kind: 'plain' })}</p>
${table({
  caption: say.accounts,
  headings: [
    say.username,
    say.fullName,
    say.email,
    say.role,
    scopeWords[language].scope,
    say.state,
    say.lastSignIn,
  ],
  rows,
})}
<p>${saveLink(addresses.accountsExport, { language })}</p>`,
  };
}

/** The accounts as a table for spreadsheets. */
export async function saveAccounts(visit: SaveDeps & Visit): Promise<void> {
  const { lookups, reader } = visit;
  async function* pages() {
    yield await listAccounts(lookups);
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

/** Whether somebody is let in. */
export function stateOf(isActive: boolean, language: Language): Html {
  const say = accountWords[language];
  return isActive ? badge('good', say.active) : badge('warning', say.deactivated);
}
