import { cursorIn, historyPage, readerOf, readHistory, visitsWith } from '@campus/accounts';
import { html } from '@campus/pages/html';
import { personRoutes, personWords } from '@campus/privacy';
import { Refusal } from '@campus/rest';
import express, { type RequestHandler, type Router } from 'express';
import type { SignInRow } from '../../../data/accounts.ts';
import { isStaff } from '../../../domain/ownership.ts';
import { addresses } from '../../addresses.ts';
import { refusals } from '../../refusals.ts';
import { frameWords } from '../frame/frame-words.ts';
import { queryText } from '../lists/searched-list.ts';
import type { Sessions } from '../sign-in/open-sessions.ts';
import { type AdminDeps, type AdminVisit, adminBreadcrumbs } from './admin-visit.ts';
import { adminWords } from './admin-words.ts';
import { encodingRoutes } from './encoding-routes.ts';
import { tokenRoutes } from './token-routes.ts';
import { personPages, userRoutes } from './user-routes.ts';
import { webhookRoutes } from './webhook-routes.ts';

/** What operators need daily, for a browser: tokens and users for superusers, encodings and webhooks for staff too. */
export function adminRoutes(deps: AdminDeps): Router {
  const { sessions } = deps;
  const run = visitsWith(deps);
  const router = express.Router();
  const superusers = requireRole(sessions, ({ isSuperuser }) => isSuperuser);
  const staff = requireRole(sessions, isStaff);
  router.use(sessions.requireAccount);
  router.get('/', staff, run(overview));
  router.use('/authtoken', superusers, tokenRoutes(deps));
  router.use('/users', superusers, userRoutes(deps));
  router.get('/history', superusers, run(history));
  const data = personRoutes(deps, personPages);
  router.use('/personal-data', superusers);
  router.get('/personal-data', data.show).get('/personal-data/export', data.export);
  router.route('/personal-data/erase').get(data.erase.get).post(data.erase.post);
  router.use('/encodings', staff, encodingRoutes(deps));
  router.use('/webhooks', staff, webhookRoutes(deps));
  router.use(() => {
    throw new Refusal('not_found');
  });
  return router;
}

/** The rooms that the reader may enter. */
function overview({ reader: { account, language }, answer }: AdminVisit): void {
  const say = adminWords[language];
  const data = personWords[language];
  const rooms = [
    ...(account.isSuperuser
      ? [
          { href: addresses.tokens, title: say.tokens, meaning: say.tokensAre },
          { href: addresses.users, title: say.users, meaning: say.usersAre },
          { href: addresses.history, title: say.history, meaning: say.historyIs },
          { href: addresses.personalData, title: data.title, meaning: data.meaning },
        ]
      : []),
    { href: addresses.encodings, title: say.encodings, meaning: say.encodingsAre },
    { href: addresses.webhooks, title: say.webhooks, meaning: say.webhooksAre },
    { href: addresses.exchange, title: say.exchange, meaning: say.exchangeIs },
  ];
  const main = html`<div class="columns">${rooms.map(
    ({ href, title, meaning }) =>
      html`<section class="sheet"><h2><a href="${href}">${title}</a></h2><p>${meaning}</p></section>`,
  )}</div>`;
  answer({ title: say.administration, main });
}

/** What was done to accounts and tokens, over all accounts or about one. */
async function history(visit: AdminVisit): Promise<void> {
  const { lookups, request, answer } = visit;
  const { language, timeZone } = visit.reader;
  const asked = { account: queryText(request, 'account'), before: cursorIn(request.query.before) };
  const found = await readHistory(lookups, asked);
  const { staff, superuser } = frameWords[language];
  answer(
    historyPage(found, asked, {
      path: addresses.history,
      breadcrumbs: adminBreadcrumbs(language),
      language,
      timeZone,
      rights: { staff, superuser },
    }),
  );
}

/** Lets only those pass who may; behind `requireAccount`. @throws Refusal */
function requireRole(sessions: Sessions, mayEnter: (account: SignInRow) => boolean): RequestHandler {
  return (request, _response, next) => {
    const { account } = readerOf(sessions, request);
    if (!mayEnter(account))
      throw new Refusal(refusals.missing_right, { values: { username: account.username } });
    next();
  };
}
