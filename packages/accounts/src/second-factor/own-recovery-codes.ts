import { confirmPage, html } from '@campus/pages';
import express, { type Router } from 'express';
import { personAt } from '../history/actor.ts';
import type { AccountRoutesDeps } from '../session/account-routes-deps.ts';
import { signInWords } from '../session/sign-in-words.ts';
import { forFactorChanger } from './factor-changer.ts';
import { factorWords } from './factor-words.ts';
import { showRecoveryCodes } from './recovery-codes-page.ts';

/** New recovery codes in the place of those there are. */
export function recoveryCodeRoutes(own: AccountRoutesDeps): Router {
  const { deps, sessions, factors } = own;
  const router = express.Router();
  router.get(
    '/recovery-codes',
    forFactorChanger(own, async (request, response) => {
      const language = sessions.languageOf(request);
      const say = factorWords[language];
      const page = confirmPage({
        title: say.renewCodes,
        breadcrumbs: [{ text: signInWords[language].account, href: `${deps.root}/` }],
        content: html`<p>${say.renewCodesMeans}</p>`,
        csrf: sessions.csrfField(request, response),
        action: `${deps.root}/recovery-codes/`,
        button: say.renewCodes,
        back: `${deps.root}/`,
        language,
      });
      sessions.sendPage(request, response, page);
    }),
  );
  router.post(
    '/recovery-codes',
    ...sessions.readForm,
    forFactorChanger(own, async (request, response, { account }) => {
      const codes = await factors.renewRecoveryCodes(account.id, personAt(account, request.ip));
      // Of an account without another factor there is nothing that they would stand in for.
      if (codes === undefined) response.redirect(303, `${deps.root}/`);
      else showRecoveryCodes(own, request, response, { codes, next: `${deps.root}/` });
    }),
  );
  return router;
}
