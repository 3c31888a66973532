import { tokenStateAt } from '@campus/accounts';
import { badge, buttonLink, type Html, html, type Language, outcomeNotice, table, time } from '@campus/pages';
import { type ListedToken, listTokens } from '../../../data/tokens.ts';
import { addresses, tokenRevocationAddress } from '../../addresses.ts';
import type { CsvColumn } from '../../answer/csv.ts';
import { accountWords } from '../../said/account-words.ts';
import { actorName } from '../../said/actor-text.ts';
import { tokenWords } from '../../said/token-words.ts';
import { instantText, type SaveDeps, saveLink, saveTable } from '../save/save-table.ts';
import { scopeText } from '../scopes/scope-text.ts';
import { scopeWords } from '../scopes/scope-words.ts';
import { type Reader, requesterOf, type Visit } from '../session/reader.ts';

type ListVisit = SaveDeps & Visit;

/** The tokens that are records, with what has just been done. */
export async function listPage(visit: ListVisit): Promise<void> {
  const { db, request, response, reader, answer } = visit;
  const tokens = await db.lookups.withPrisma(requesterOf(reader, response), listTokens);
  const { language } = reader;
  const say = tokenWords[language];
  const rows = tokens.map((token) => [
    html`${token.name}<p class="help">${token.fingerprint}</p>`,
    say.apis[token.api],
    scopeText(token.scope, language),
    stateBadge(token, reader),
    html`${time(token.createdAt, reader)}<p class="help">${makerText(token, language)}</p>`,
    token.expiresAt === null ? say.never : time(token.expiresAt, reader),
    token.lastUsedAt === null ? say.never : time(token.lastUsedAt, reader),
    token.revokedAt === null &&
      buttonLink({ text: say.revoke, href: tokenRevocationAddress(token.id) }, { kind: 'danger' }),
  ]);
  answer({
    title: say.title,
    breadcrumbs: [{ text: accountWords[language].accounts, href: addresses.accounts }],
    main: html`${outcomeNotice(request.query.done, say.outcomes)}<p>${say.meaning}</p>
<p>${buttonLink({ text: say.newToken, href: addresses.newToken })}</p>
${
  rows.length === 0
    ? html`<p>${say.none}</p>`
    : html`${table({
        caption: say.title,
        headings: [
          say.name,
          say.api,
          scopeWords[language].scope,
          say.state,
          say.made,
          say.expires,
          say.lastUsed,
          html`<span class="unseen">${say.revoke}</span>`,
        ],
        rows,
      })}
<p>${saveLink(addresses.tokensExport, { language })}</p>`
}`,
  });
}

/** The tokens that the page shows, as a table for spreadsheets. */
export async function saveTokens(visit: ListVisit): Promise<void> {
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
    { heading: say.state, of: (token) => say[tokenStateAt(now, token)] },
    { heading: say.made, of: ({ createdAt }) => instantText(createdAt, reader) },
    { heading: say.by, of: (token) => makerText(token, language) },
    { heading: say.expires, of: ({ expiresAt }) => instantText(expiresAt, reader) },
    { heading: say.lastUsed, of: ({ lastUsedAt }) => instantText(lastUsedAt, reader) },
  ];
}

function stateBadge(token: ListedToken, reader: Reader): Html {
  const say = tokenWords[reader.language];
  const state = tokenStateAt(reader.now, token);
  const shown = badge(moods[state], say[state]);
  return state === 'revoked' ? html`${shown}<p class="help">${time(token.revokedAt, reader)}</p>` : shown;
}

const moods = { active: 'good', expired: 'warning', revoked: 'bad' } as const;

/** Who has made a token: a user name, or whose command line it was. */
function makerText({ createdBy }: Pick<ListedToken, 'createdBy'>, language: Language): string {
  return actorName(createdBy, { actors: { names: new Map(), tokens: new Map() }, language });
}
