import { formText } from '@campus/accounts';
import {
  confirmPage,
  facts,
  hasProblems,
  html,
  type Problems,
  searchButtonName,
  searchWordsName,
  withQuery,
} from '@campus/pages';
import { baseOf, Refusal } from '@campus/rest';
import express, { type Request, type Response, type Router } from 'express';
import { AccountError } from '../../../accounts/account-error.ts';
import { createToken, revokeToken } from '../../../accounts/tokens.ts';
import { findToken, findTokens } from '../../../data/tokens.ts';
import { addresses, tokenRevocationAddress } from '../../addresses.ts';
import { pageAsked, pageOf, queryText, rowsOf } from '../sign-in/list-query.ts';
import { requesterOf } from '../sign-in/requester-of.ts';
import { actorOf } from './actor-of.ts';
import { adminBreadcrumbs } from './admin-breadcrumbs.ts';
import type { AdminDeps } from './admin-deps.ts';
import { endOfDay } from './end-of-day.ts';
import { onlyIds } from './only-ids.ts';
import { type TypedToken, tokenFormPage } from './token-form-page.ts';
import { tokenListPage } from './token-list-page.ts';
import { tokenMadePage } from './token-made-page.ts';
import { tokenWords } from './token-words.ts';
import { userChoices } from './user-choices.ts';

/** Access tokens: the list, a new one, its end. A key is shown by the answer that makes it and by nothing else. */
export function tokenRoutes(deps: AdminDeps): Router {
  const { sessions, db, now, timeZone } = deps;
  const router = express.Router();
  router.param('id', onlyIds);

  // Addresses of platforms of this kind that guides and clients link to, with `?q=`.
  router.get(['/token', '/tokenproxy'], (request, response) => {
    response.redirect(301, withQuery(addresses.tokens, { q: queryText(request, 'q') }));
  });

  router.get('/', async (request, response) => {
    const words = queryText(request, 'q');
    const page = pageAsked(request);
    const requester = requesterOf(sessions, request, response);
    const found = await db.lookups.withPrisma(requester, (tx) => findTokens(tx, { words, ...rowsOf(page) }));
    const { shown, hasNext } = pageOf(found);
    const language = sessions.languageOf(request);
    const list = { words, page, tokens: shown, hasNext, done: request.query.done };
    sessions.sendPage(request, response, tokenListPage({ language, timeZone, now: now(), ...list }));
  });

  router.get('/add', async (request, response) => {
    const typed = { user: queryText(request, 'user'), userWords: '', label: '', expires: '' };
    await sendForm(request, response, { typed, problems: {} });
  });

  router.post('/add', ...sessions.readForm, async (request, response) => {
    const typed = typedIn(request);
    if (formText(request, searchButtonName) !== '') {
      await sendForm(request, response, { typed, problems: {} });
      return;
    }
    const language = sessions.languageOf(request);
    const say = tokenWords[language];
    const { user: username, label } = typed;
    const expiresAt = typed.expires === '' ? undefined : endOfDay(typed.expires, timeZone);
    const problems: Problems = {
      ...(username === '' ? { user: [say.chooseUser] } : {}),
      ...(expiresAt === null ? { expires: [say.noDay] } : {}),
    };
    if (expiresAt === null || hasProblems(problems)) {
      await sendForm(request, response, { typed, problems });
      return;
    }
    if (!(await sessions.isFirst(request))) {
      response.redirect(303, `${addresses.tokens}?done=repeated`);
      return;
    }
    const token = { username, label, ...(expiresAt === undefined ? {} : { expiresAt }) };
    try {
      const { key } = await createToken(db, { ...token, by: actorOf(sessions, request), now: now() });
      const base = baseOf(request, deps);
      const shown = { key, token: { username, label, expiresAt } };
      sessions.sendPage(request, response, tokenMadePage({ language, timeZone, base, ...shown }));
    } catch (error) {
      const field = error instanceof AccountError ? fields[error.code] : undefined;
      if (!(error instanceof AccountError) || field === undefined) throw error;
      await sendForm(request, response, { typed, problems: { [field]: [error.sentence(language)] } });
    }
  });

  router
    .route('/:id/revoke')
    .get(async (request, response) => {
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
    })
    .post(...sessions.readForm, async (request, response) => {
      try {
        await revokeToken(db, { id: Number(request.params.id), by: actorOf(sessions, request), now: now() });
      } catch (error) {
        const isGone = error instanceof AccountError && error.code === 'token_not_found';
        throw isGone ? new Refusal('not_found') : error;
      }
      response.redirect(303, `${addresses.tokens}?done=revoked`);
    });
  return router;

  async function sendForm(
    request: Request,
    response: Response,
    { typed, problems }: { typed: TypedToken; problems: Problems },
  ): Promise<void> {
    const language = sessions.languageOf(request);
    const csrf = html`${sessions.csrfField(request, response)}${sessions.onceField(request)}`;
    const requester = requesterOf(sessions, request, response);
    const users = await userChoices(db, requester, { words: typed.userWords, chosen: typed.user });
    const page = tokenFormPage({ language, timeZone, csrf, typed, users, problems });
    const status = hasProblems(problems) ? 400 : 200;
    sessions.sendPage(request, response, page, { status });
  }
}

/** The field of the form that an error is about. */
const fields: Partial<Record<AccountError['code'], keyof TypedToken>> = {
  user_not_found: 'user',
  invalid_label: 'label',
  expiry_in_past: 'expires',
};

function typedIn(request: Request): TypedToken {
  const clean = (name: string) => formText(request, name).replace(/\0/g, '').trim();
  return {
    user: clean('user'),
    userWords: clean(searchWordsName('user')),
    label: formText(request, 'label').trim(),
    expires: clean('expires'),
  };
}
