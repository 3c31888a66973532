import * as accounts from '@campus/accounts';
import * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import express, { type Router } from 'express';
import { AccountError } from '../../../accounts/account-error.ts';
import { makeToken, revokeToken } from '../../../accounts/tokens.ts';
import {
  findTokenById,
  type ListedToken,
  listTokens,
  type TokenApi,
  tokenApis,
} from '../../../data/tokens.ts';
import type { Scope } from '../../../domain/scope.ts';
import { InvalidInput } from '../../../wire/check.ts';
import { z } from '../../../wire/schema.ts';
import { addresses, tokenListAddress, tokenRevocationAddress } from '../../addresses.ts';
import { parseNumber } from '../../asked/ref-in.ts';
import { InputError } from '../../receive/input-error.ts';
import { route } from '../../route.ts';
import { accountWords } from '../../said/account-words.ts';
import { actorName } from '../../said/actor-text.ts';
import { tokenWords } from '../../said/token-words.ts';
import { onceField, onceIn } from '../forms/hidden-fields.ts';
import { requireRight } from '../frame/require-right.ts';
import { instantText, type SaveDeps, saveLink, saveTable } from '../save/save-table.ts';
import { knownPlaces } from '../scopes/known-places.ts';
import { scopeWords } from '../scopes/scope-words.ts';
import { scopeFields, scopeIn, scopeText } from '../scopes/scopes.ts';
import type { Reader, Visit } from '../session/reader.ts';

/** The tokens that are records, for administrators. */
export function tokenRoutes(deps: SaveDeps): Router {
  const router = express.Router();
  const run = accounts.visitsWith(deps);
  const { add, revoke } = accounts.tokenRoutes(deps, tokens);
  router.use(requireRight(deps.sessions, 'manage-accounts'));
  route(router, '/', { get: run(listPage) });
  route(router, '/export', { get: run(saveTokens) });
  route(router, '/new', add);
  route(router, '/:id/revoke', revoke);
  return router;
}

/** What is typed about a new token, right or wrong. */
interface TypedToken {
  name: string;
  api: string;
  /** A day, as browsers write it. */
  expires: string;
  scope: Scope;
}

const tokens: accounts.TokenPages<TypedToken, ListedToken, SaveDeps> = {
  addresses: { list: addresses.tokens, after: tokenListAddress },
  untyped: () => ({ name: '', api: 'public', expires: '', scope: 'everything' }),
  typedIn(request) {
    const text = (name: string) => accounts.formText(request, name).trim();
    return { name: text('name'), api: text('api'), expires: text('expires'), scope: scopeIn(request) };
  },
  form: newTokenPage,
  problemsOf: () => ({}),
  async make(visit, typed) {
    const { db, request, response, reader } = visit;
    const { name, scope, expires } = typed;
    const { token } = await makeToken(db, {
      name,
      scope,
      expiresAt: expires === '' ? null : dayIn(expires, reader.timeZone),
      by: accounts.actorOf(visit),
      api: apiOf(typed),
      now: reader.now,
      once: onceIn(request),
    });
    response.set('Cache-Control', 'no-store');
    return madeTokenPage(token, name, reader.language);
  },
  problemsIn: accounts.problemsAt(AccountError, {
    invalid_token_name: 'name',
    token_name_taken: 'name',
    token_made_before: 'name',
    too_many_tokens: 'name',
    invalid_expiry: 'expires',
    invalid_scope: 'departments',
  }),
  async find({ db }, request) {
    const id = parseNumber(String(request.params.id));
    const token = id === undefined ? null : await findTokenById(db.prisma, id);
    if (token === null) throw new InputError('not_found', 'there is no such token');
    return token;
  },
  revocation({ id, name }, language) {
    const say = tokenWords[language];
    return {
      title: say.revokeOf(name),
      breadcrumbs: breadcrumbs(language),
      content: html`<p>${say.revokeMeans(name)}</p>`,
      action: tokenRevocationAddress(id),
      button: say.revoke,
    };
  },
  async revoke(visit, { id }) {
    await revokeToken(visit.db, id, { by: accounts.actorOf(visit), at: visit.reader.now });
  },
};

/** The form of a new token. */
async function newTokenPage(
  {
    reader: { language },
    lookups,
    csrf,
  }: Pick<Visit, 'lookups' | 'csrf'> & { reader: { language: ui.Language } },
  typed: TypedToken,
  problems: ui.Problems,
): Promise<ui.Page> {
  const say = tokenWords[language];
  const { name, api, expires, scope } = typed;
  const known = await knownPlaces({ lookups, scope: 'everything', language });
  const choices = tokenApis.map((value) => ({ value, label: say.apis[value] }));
  return {
    title: say.newToken,
    breadcrumbs: breadcrumbs(language),
    main: html`<form class="sheet narrow" method="post" action="${addresses.newToken}">${csrf()}${onceField()}
${ui.textField({ name: 'name', label: say.name, help: say.nameHelp, value: name, errors: problems.name, required: true, autocomplete: 'off' })}
${ui.selectField({ name: 'api', label: say.api, choices, value: api, errors: problems.api, required: true })}
${ui.textField({ name: 'expires', label: say.expires, type: 'date', help: say.expiresHelp, value: expires, errors: problems.expires })}
${scopeFields(scope, { problems, language, known })}
<p class="row">${ui.submitButton(say.make)}${ui.backLink(addresses.tokens, language)}</p>
</form>`,
    scripts: ['known-values.js'],
  };
}

/** The token, which nobody will see again. */
function madeTokenPage(token: string, name: string, language: ui.Language): ui.Page {
  const say = tokenWords[language];
  return {
    title: say.madeTitle(name),
    breadcrumbs: breadcrumbs(language),
    scripts: ['copy.js'],
    main: html`${ui.notice('good', say.isMade)}
${ui.notice('warning', say.keep)}
<div class="sheet">${ui.copyable(token, { id: 'token', language })}</div>
<p>${ui.buttonLink({ text: say.toTokens, href: addresses.tokens }, { kind: 'plain' })}</p>`,
  };
}

function breadcrumbs(language: ui.Language): ui.Link[] {
  return [
    { text: accountWords[language].accounts, href: addresses.accounts },
    { text: tokenWords[language].title, href: addresses.tokens },
  ];
}

/** A select lets nothing else be chosen. */
function apiOf({ api }: TypedToken): TokenApi {
  const known = tokenApis.find((one) => one === api);
  if (known === undefined) throw new InvalidInput('api must be public or management');
  return known;
}

function dayIn(text: string, timeZone: string): Date {
  if (!z.iso.date().safeParse(text).success) throw new AccountError('invalid_expiry');
  return ui.startOfDay(text, timeZone);
}

type ListVisit = SaveDeps & Visit;

/** The tokens that are records, with what has just been done. */
async function listPage(visit: ListVisit): Promise<void> {
  const { lookups, request, reader, answer } = visit;
  const tokens = await listTokens(lookups);
  const { language } = reader;
  const say = tokenWords[language];
  const rows = tokens.map((token) => [
    html`${token.name}<p class="help">${token.fingerprint}</p>`,
    say.apis[token.api],
    scopeText(token.scope, language),
    stateBadge(token, reader),
    html`${ui.time(token.createdAt, reader)}<p class="help">${makerText(token, language)}</p>`,
    token.expiresAt === null ? say.never : ui.time(token.expiresAt, reader),
    token.lastUsedAt === null ? say.never : ui.time(token.lastUsedAt, reader),
    token.revokedAt === null &&
      ui.buttonLink({ text: say.revoke, href: tokenRevocationAddress(token.id) }, { kind: 'danger' }),
  ]);
  answer({
    title: say.title,
    breadcrumbs: [{ text: accountWords[language].accounts, href: addresses.accounts }],
    main: html`${ui.outcomeNotice(request.query.done, say.outcomes)}<p>${say.meaning}</p>
<p>${ui.buttonLink({ text: say.newToken, href: addresses.newToken })}</p>
${
  rows.length === 0
    ? ui.emptyState(say.none, { because: 'new' })
    : html`${ui.table({
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
async function saveTokens(visit: ListVisit): Promise<void> {
  const { lookups, reader } = visit;
  const pages = [await listTokens(lookups)];
  await saveTable(visit, { name: 'tokens', pages, columns: columnsFor(reader) });
}

function columnsFor(reader: Reader): ui.CsvColumn<ListedToken>[] {
  const { language, now } = reader;
  const say = tokenWords[language];
  return [
    { heading: say.name, of: ({ name }) => name },
    { heading: say.fingerprint, of: ({ fingerprint }) => fingerprint },
    { heading: say.api, of: ({ api }) => say.apis[api] },
    { heading: scopeWords[language].scope, of: ({ scope }) => scopeText(scope, language) },
    { heading: say.state, of: (token) => say[accounts.tokenStateAt(now, token)] },
    { heading: say.made, of: ({ createdAt }) => instantText(createdAt, reader) },
    { heading: say.by, of: (token) => makerText(token, language) },
    { heading: say.expires, of: ({ expiresAt }) => instantText(expiresAt, reader) },
    { heading: say.lastUsed, of: ({ lastUsedAt }) => instantText(lastUsedAt, reader) },
  ];
}

function stateBadge(token: ListedToken, reader: Reader): Html {
  const say = tokenWords[reader.language];
  const state = accounts.tokenStateAt(reader.now, token);
  const shown = ui.badge(moods[state], say[state]);
  return state === 'revoked' ? html`${shown}<p class="help">${ui.time(token.revokedAt, reader)}</p>` : shown;
}

const moods = { active: 'good', expired: 'warning', revoked: 'bad' } as const;

/** Who has made a token: a user name, or whose command line it was. */
function makerText({ createdBy }: Pick<ListedToken, 'createdBy'>, language: ui.Language): string {
  return actorName(createdBy, { actors: { names: new Map(), tokens: new Map() }, language });
}
