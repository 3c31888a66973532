import { tokenState } from '../../../accounts/token-state.ts';
import { type ListedToken, listTokens } from '../../../data/tokens.ts';
import type { CsvColumn } from '../../answer/csv.ts';
import { tokenWords } from '../../said/token-words.ts';
import { instantText, type SaveDeps, saveTable } from '../save/save-table.ts';
import { scopeText } from '../scopes/scope-text.ts';
import { scopeWords } from '../scopes/scope-words.ts';
import { type Reader, requesterOf, type Visit } from '../session/reader.ts';
import { makerText } from './maker-text.ts';

/** The tokens that the page shows, as a table for spreadsheets. */
export async function saveTokens(visit: SaveDeps & Visit): Promise<void> {
  const { db, response, reader } = visit;
  async function* pages() {
    yield await db.lookups.withPrisma(requesterOf(reader, response), listTokens);
  }
  await saveTable(visit, { name: 'tokens', pages: pages(), columns: columnsFor(reader) });
}

function columnsFor(reader: Reader): CsvColumn<ListedToken>[] {
  const { language, now } = reader;
  const say = tokenWords[language];
  return [
    { heading: say.name, of: ({ name }) => name },
    { heading: say.fingerprint, of: ({ fingerprint }) => fingerprint },
    { heading: say.api, of: ({ api }) => say.apis[api] },
    { heading: scopeWords[language].scope, of: ({ scope }) => scopeText(scope, language) },
    { heading: say.state, of: (token) => say[tokenState(token, now)] },
    { heading: say.made, of: ({ createdAt }) => instantText(createdAt, reader) },
    { heading: say.by, of: (token) => makerText(token, language) },
    { heading: say.expires, of: ({ expiresAt }) => instantText(expiresAt, reader) },
    { heading: say.lastUsed, of: ({ lastUsedAt }) => instantText(lastUsedAt, reader) },
  ];
}
