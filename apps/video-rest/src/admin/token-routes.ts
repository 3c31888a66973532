import { facts, html, searchButtonName, searchWordsName } from '@campus/pages';
import express, { type Request, type Response, type Router } from 'express';
import { AccountError } from '../accounts/account-error.ts';
import { createToken, revokeToken } from '../accounts/tokens.ts';
import { findToken, findTokens } from '../data/tokens.ts';
import { baseOf } from '../rest/exchange.ts';
import { addresses, withQuery } from './admin-addresses.ts';
import type { AdminDeps } from './admin-deps.ts';
import { adminWords } from './admin-words.ts';
import { confirmPage } from './confirm-page.ts';
import { endOfDay } from './end-of-day.ts';
import { formText } from './form-text.ts';
import { pageAsked, pageOf, queryText, rowsOf } from './list-query.ts';
import { onlyIds } from './only-ids.ts';
import { noProblems, type Problems } from './problems.ts';
import { type TypedToken, tokenFormPage } from './token-form-page.ts';
import { tokenListPage } from './token-list-page.ts';
import { tokenMadePage } from './token-made-page.ts';
import { tokenWords } from './token-words.ts';
import { userChoices } from './user-choices.ts';

/** Access tokens: the list, a new one, its end. A key is shown by the answer that makes it and by nothing else. */
export function tokenRoutes(deps: AdminDeps): Router {
  const { people, db, now, timeZone } = deps;
  const router = express.Router();
  router.param('id', onlyIds);

  // Addresses that older guides link to (reference §6); clients open them with `?q=`.
  router.get(['/token', '/tokenproxy'], (request, response) => {
    response.redirect(301, withQuery(addresses.tokens, { q: queryText(request, 'q') }));
  });

  router.get('/', async (request, response) => {
    const words = queryText(request, 'q');
    const page = pageAsked(request);
    const { shown, hasNext } = pageOf(await findTokens(db.prisma, { words, ...rowsOf(page) }));
    const isRevoked = request.query.revoked !== undefined;
    const language = people.languageOf(request);
    const list = { words, page, tokens: shown, hasNext, isRevoked };
    people.send(request, response, tokenListPage({ language, timeZone, now: now(), ...list }));
  });

  router.get('/add', async (request, response) => {
    const typed = { user: queryText(request, 'user'), userWords: '', label: '', expires: '' };
    await sendForm(request, response, { typed, problems: noProblems });
  });

  router.post('/add', ...people.readForm, async (request, response) => {
    const typed = typedIn(request);
    if (formText(request, searchButtonName) !== '') {
      await sendForm(request, response, { typed, problems: noProblems });
      return;
    }
    const language = people.languageOf(request);
    const say = tokenWords[language];
    const { user: username, label } = typed;
    const expiresAt = typed.expires === '' ? undefined : endOfDay(typed.expires, timeZone);
    const problems: Problems = {
      ...(username === '' ? { user: [say.chooseUser] } : {}),
      ...(expiresAt === null ? { expires: [say.noDay] } : {}),
    };
    if (expiresAt === null || Object.keys(problems).length > 0) {
      await sendForm(request, response, { typed, problems });
      return;
    }
    const token = { username, label, ...(expiresAt === undefined ? {} : { expiresAt }) };
    try {
      const { key } = await createToken(db, { ...token, now: now() });
      const base = baseOf(request, deps);
      const shown = { key, token: { username, label, expiresAt } };
      people.send(request, response, tokenMadePage({ language, timeZone, base, ...shown }));
    } catch (error) {
      const field = error instanceof AccountError ? fields[error.code] : undefined;
      if (!(error instanceof AccountError) || field === undefined) throw error;
      await sendForm(request, response, { typed, problems: { [field]: [error.sentence(language)] } });
    }
  });

  router
    .route('/:id/revoke')
    .get(async (request, response, next) => {
      const language = people.languageOf(request);
      const say = tokenWords[language];
      const common = adminWords[language];
      const token = await findToken(db.prisma, Number(request.params.id));
      if (token === null) return next();
      const meaning = html`${facts([
        [say.key, html`<code>${token.keyPrefix}…</code>`],
        [say.user, token.username],
        [say.label, token.label],
      ])}
<p>${say.revokeMeans}</p>`;
      const page = confirmPage({
        title: say.revokeTitle,
        breadcrumbs: [
          { text: common.administration, href: addresses.overview },
          { text: common.tokens, href: addresses.tokens },
        ],
        meaning,
        csrf: people.csrfField(request, response),
        action: `${addresses.tokens}${token.id}/revoke/`,
        button: say.revoke,
        back: { text: common.cancel, href: addresses.tokens },
      });
      people.send(request, response, page);
    })
    .post(...people.readForm, async (request, response, next) => {
      try {
        await revokeToken(db, { id: Number(request.params.id), now: now() });
      } catch (error) {
        if (error instanceof AccountError && error.code === 'token_not_found') return next();
        throw error;
      }
      response.redirect(303, `${addresses.tokens}?revoked`);
    });
  return router;

  async function sendForm(
    request: Request,
    response: Response,
    { typed, problems }: { typed: TypedToken; problems: Problems },
  ): Promise<void> {
    const language = people.languageOf(request);
    const csrf = people.csrfField(request, response);
    const users = await userChoices(db, { words: typed.userWords, chosen: typed.user });
    const page = tokenFormPage({ language, timeZone, csrf, typed, users, problems });
    const status = Object.keys(problems).length > 0 ? 400 : 200;
    people.send(request, response, page, { status });
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
