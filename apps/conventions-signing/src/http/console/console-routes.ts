import { factorGlossaryWords, readerOf, visitsWith } from '@campus/accounts';
import type { Jobs } from '@campus/jobs';
import { ownMailForms } from '@campus/mail';
import { glossaryPage, securityHeaders } from '@campus/pages';
import express, { type Request, type Router } from 'express';
import type { RetentionRules } from '../../domain/retention-rules.ts';
import { signableKinds } from '../../domain/signable.ts';
import { addresses, listAddress, paths } from '../addresses.ts';
import { notFound } from '../answer/not-found.ts';
import { route } from '../route.ts';
import { deliveryInScope, recordInScope } from '../scope/scope.ts';
import { accountRoutes } from './accounts/account-routes.ts';
import { actionRoutes } from './actions/action-routes.ts';
import { deliveryRoutes } from './deliveries/delivery-routes.ts';
import { answerPageError } from './errors/answer-page-error.ts';
import { firstPage } from './first-page/first-page.ts';
import type { FormDeps } from './forms/receive-form.ts';
import { registrationRoutes } from './forms/registration-routes.ts';
import { signedOutsideRoutes } from './forms/signed-outside-routes.ts';
import { liveRoutes } from './frame/live-page.ts';
import { glossaryWords } from './glossary/glossary-words.ts';
import { ownMail } from './mail/own-mail.ts';
import { operationRoutes } from './operations/operation-routes.ts';
import { personPage } from './records/person-page.ts';
import { type RecordDeps, recordRoutes } from './records/record-routes.ts';
import { retentionRoutes } from './retention/retention-routes.ts';
import { templateRoutes } from './templates/template-routes.ts';
import { tokenRoutes } from './tokens/token-routes.ts';

/** What the pages of the console work with. */
export type ConsoleDeps = FormDeps &
  RecordDeps & {
    jobs: Jobs;
    retention: RetentionRules;
  };

/** The pages for the institution's staff, below `/console`. */
export function consoleRoutes(deps: ConsoleDeps): Router {
  const { sessions } = deps;
  const router = express.Router();
  router.use(securityHeaders());
  router.use(below(paths.assets), sessions.site.assets);
  router.use(sessions.handle);
  router.use(below(paths.own), sessions.routes);
  router.use(sessions.requireAccount);
  const scoped = { ...deps, scopeOf: (request: Request) => readerOf(deps.sessions, request).account.scope };
  for (const kind of signableKinds)
    router.use(`${below(listAddress(kind))}:id`, recordInScope({ ...scoped, kind }));
  router.use(`${below(addresses.deliveries)}:id`, deliveryInScope(scoped));
  if (deps.hasMail) {
    const { choose, test } = ownMailForms({ ...deps, ...ownMail });
    route(router, below(addresses.ownMail), { post: choose });
    route(router, below(addresses.ownTestMail), { post: test });
  }
  // What staff do comes before what they look at: `/conventions/new/` and `/conventions/all/` are no numbers of records.
  router.use(below(paths.accounts), accountRoutes(deps));
  router.use(below(paths.tokens), tokenRoutes(deps));
  router.use(below(paths.templates), templateRoutes(deps));
  router.use(operationRoutes(deps), actionRoutes(deps), registrationRoutes(deps), signedOutsideRoutes(deps));
  route(router, below(addresses.words), {
    get: visitsWith(deps)(({ reader: { language }, answer }) =>
      answer(glossaryPage({ ...glossaryWords[language], ...factorGlossaryWords[language] }, language)),
    ),
  });
  route(router, below(addresses.person), { get: visitsWith(deps)(personPage) });
  liveRoutes(router, below(addresses.home), { deps, shown: firstPage });
  for (const kind of signableKinds) router.use(below(listAddress(kind)), recordRoutes(deps, kind));
  router.use(below(addresses.retention), retentionRoutes(deps));
  router.use(below(addresses.deliveries), deliveryRoutes(deps));
  router.use(notFound);
  router.use(answerPageError(sessions));
  return router;
}

/** A path of the console as its router sees it. */
function below(path: string): string {
  return path.slice(paths.console.length);
}
