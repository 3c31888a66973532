import { confirmPage, facts, html, withQuery } from '@campus/pages';
import { Refusal } from '@campus/rest';
import express, { type RequestHandler, type Router } from 'express';
import { AccountError } from '../../../accounts/account-error.ts';
import { revokeToken } from '../../../accounts/tokens.ts';
import { findToken, findTokens } from '../../../data/tokens.ts';
import { addresses, tokenRevocationAddress } from '../../addresses.ts';
import { queryText } from '../lists/list-query.ts';
import { search } from '../lists/searched-list.ts';
import { actorOf, requesterOf } from '../sign-in/signed-in.ts';
import { adminBreadcrumbs } from './admin-breadcrumbs.ts';
import type { AdminDeps } from './admin-deps.ts';
import { askNewToken, makeToken } from './new-token.ts';
import { onlyIds } from './only-ids.ts';
import { tokenListPage } from './token-list-page.ts';
import { tokenWords } from './token-words.ts';

/** Access tokens: the list, a new one, its end. A key is shown by the answer that makes it and by nothing else. */
export function tokenRoutes(deps: AdminDeps): Router {
  const { readForm } = deps.sessions;
  const router = express.Router();
  router.param('id', onlyIds);
  // Addresses of platforms of this kind that guides and clients link to, with `?q=`.
  router.get(['/token', '/tokenproxy'], (request, response) => {
    response.redirect(301, withQuery(addresses.tokens, { q: queryText(request, 'q') }));
  });
  router.get('/', listTokens(deps));
  router.get('/add', askNewToken(deps));
  router.post('/add', ...readForm, makeToken(deps));
  router.get('/:id/revoke', askRevocation(deps));
  router.post('/:id/revoke', ...readForm, revoke(deps));
  return router;
}

function listTokens({ sessions, db, now, timeZone }: AdminDeps): RequestHandler {
  return async (request, response) => {
    const requester = requesterOf(sessions, request, response);
    const tokens = await search(request, (asked) =>
      db.lookups.withPrisma(requester, (tx) => findTokens(tx, asked)),
    );
    const view = { language: sessions.languageOf(request), timeZone, now: now(), done: request.query.done };
    sessions.sendPage(request, response, tokenListPage(tokens, view));
  };
}

function askRevocation({ sessions, db }: AdminDeps): RequestHandler {
  return async (request, response) => {
    const language = sessions.languageOf(request);
    const say = tokenWords[language];
    const token = await findToken(db.prisma, Number(request.params.id));
    if (token === null) throw new Refusal('not_found');
    const content = html`${facts([
      [say.key, html`<code>${token.keyPrefix}…</code>`],
      [say.user, token.username],
      [say.label, token.label],
    ])}
<p>${say.revokeMeans}</p>`;
    const page = confirmPage({
      title: say.revokeTitle,
      breadcrumbs: adminBreadcrumbs(language, 'tokens'),
      content,
      csrf: sessions.csrfField(request, response),
      action: tokenRevocationAddress(token),
      button: say.revoke,
      isDangerous: true,
      back: addresses.tokens,
      language,
    });
    sessions.sendPage(request, response, page);
  };
}

function revoke({ sessions, db, now }: AdminDeps): RequestHandler {
  return async (request, response) => {
    try {
      await revokeToken(db, { id: Number(request.params.id), by: actorOf(sessions, request), now: now() });
    } catch (error) {
      const isGone = error instanceof AccountError && error.code === 'token_not_found';
      throw isGone ? new Refusal('not_found') : error;
    }
    response.redirect(303, `${addresses.tokens}?done=revoked`);
  };
}
