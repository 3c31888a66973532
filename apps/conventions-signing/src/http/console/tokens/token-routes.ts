import { formText, personAt, visitsWith } from '@campus/accounts';
import { type Problems, startOfDay } from '@campus/pages';
import express, { type Request, type Router } from 'express';
import { AccountError } from '../../../accounts/account-error.ts';
import { makeToken } from '../../../accounts/make-token.ts';
import {
  findTokenById,
  type ListedToken,
  listTokens,
  revokeToken,
  type TokenApi,
  tokenApis,
} from '../../../data/tokens.ts';
import { InvalidInput } from '../../../wire/invalid-input.ts';
import { z } from '../../../wire/schema.ts';
import { tokenListAddress } from '../../addresses.ts';
import { parseNumber } from '../../asked/ref-in.ts';
import { InputError } from '../../receive/input-error.ts';
import { route } from '../../route.ts';
import { onceIn } from '../forms/once-field.ts';
import { requireRight } from '../frame/require-right.ts';
import type { SaveDeps } from '../save/save-table.ts';
import { scopeIn } from '../scopes/scope-fields.ts';
import { requesterOf, type Visit } from '../session/reader.ts';
import { saveTokens } from './token-export.ts';
import {
  madeTokenPage,
  newTokenPage,
  revocationPage,
  type TypedToken,
  tokenListPage,
} from './token-pages.ts';

type TokenVisit = SaveDeps & Visit;

/** The tokens that are records, for administrators. */
export function tokenRoutes(deps: SaveDeps): Router {
  const { readForm } = deps.sessions;
  const router = express.Router();
  const run = visitsWith(deps);
  router.use(requireRight(deps.sessions, 'manage-accounts'));
  route(router, '/', { get: run(list) });
  route(router, '/export', { get: run(saveTokens) });
  route(router, '/new', { get: run(showNew), post: [...readForm, run(make)] });
  route(router, '/:id/revoke', { get: run(askToRevoke), post: [...readForm, run(revoke)] });
  return router;
}

async function list(visit: TokenVisit): Promise<void> {
  const { db, reader, response, answer } = visit;
  answer(tokenListPage(visit, await db.lookups.withPrisma(requesterOf(reader, response), listTokens)));
}

function showNew(visit: TokenVisit): void {
  visit.answer(newTokenPage(visit, { name: '', api: 'public', expires: '', scope: 'everything' }, {}));
}

async function make(visit: TokenVisit): Promise<void> {
  const { db, request, response, reader, answer } = visit;
  const typed = typedTokenIn(request);
  const { name, scope, expires } = typed;
  try {
    const expiresAt = expires === '' ? null : dayIn(expires, reader.timeZone);
    const by = personAt(reader.account, request.ip);
    const api = apiOf(typed);
    const { token } = await makeToken(db, {
      name,
      api,
      scope,
      expiresAt,
      by,
      now: reader.now,
      once: onceIn(request),
    });
    response.set('Cache-Control', 'no-store');
    answer(madeTokenPage(token, name, reader.language));
  } catch (error) {
    if (!(error instanceof AccountError)) throw error;
    const problems: Problems = { [fieldOf[error.code] ?? 'name']: [error.sentence(reader.language)] };
    answer(newTokenPage(visit, typed, problems), 400);
  }
}

/** Which field of the form a refusal is about. */
const fieldOf: Partial<Record<AccountError['code'], string>> = {
  invalid_expiry: 'expires',
  invalid_scope: 'departments',
};

async function askToRevoke(visit: TokenVisit): Promise<void> {
  visit.answer(revocationPage(visit, await tokenIn(visit)));
}

async function revoke(visit: TokenVisit): Promise<void> {
  const { db, request, response, reader } = visit;
  const { id } = await tokenIn(visit);
  // Whoever has revoked it first, it is.
  await revokeToken(db, id, { by: personAt(reader.account, request.ip), at: reader.now });
  response.redirect(303, tokenListAddress('revoked'));
}

async function tokenIn({ db, request }: TokenVisit): Promise<ListedToken> {
  const id = parseNumber(String(request.params.id));
  const token = id === undefined ? null : await findTokenById(db.prisma, id);
  if (token === null) throw new InputError('not_found', 'there is no such token');
  return token;
}

function typedTokenIn(request: Request): TypedToken {
  const text = (name: string) => formText(request, name).trim();
  return { name: text('name'), api: text('api'), expires: text('expires'), scope: scopeIn(request) };
}

/** A select lets nothing else be chosen. */
function apiOf({ api }: TypedToken): TokenApi {
  const known = tokenApis.find((one) => one === api);
  if (known === undefined) throw new InvalidInput('api must be public or management');
  return known;
}

function dayIn(text: string, timeZone: string): Date {
  if (!z.iso.date().safeParse(text).success) throw new AccountError('invalid_expiry');
  return startOfDay(text, timeZone);
}
