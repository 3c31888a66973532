import { createSharedPasswordCheck, factorGlossaryWords, noticeRoutes } from '@campus/accounts';
import { ownMailForms } from '@campus/mail';
import { createLiveParts, glossaryPage, securityHeaders } from '@campus/pages';
import * as rest from '@campus/rest';
import { createShell, type Log, type Metrics, namedRoute, type Readiness } from '@campus/service';
import express, { type Express, type Request, type RequestHandler } from 'express';
import type { Authenticate } from './accounts/authenticate.ts';
import type { VideoConfiguration } from './config.ts';
import type { SignInRow } from './data/accounts.ts';
import type { Figures } from './figures.ts';
import { addresses, paths } from './http/addresses.ts';
import { changeRoute } from './http/changes/change-route.ts';
import { type Exchange, openExchange } from './http/exchange/exchange.ts';
import { exportRoute } from './http/exchange/export-route.ts';
import { importRoute } from './http/exchange/import-route.ts';
import { runResultRoute } from './http/exchange/run-routes.ts';
import { explainError } from './http/explain-error.ts';
import { keptRoutes } from './http/media/kept-routes.ts';
import { mediaRoutes } from './http/media/media-routes.ts';
import { mediaSender } from './http/media/send-media.ts';
import { oaiRoutes } from './http/oai/oai-routes.ts';
import type { ResumptionTokens } from './http/oai/resumption-tokens.ts';
import { adminRoutes } from './http/pages/admin/admin-routes.ts';
import { editRoutes } from './http/pages/edit/edit-routes.ts';
import { answerPageError } from './http/pages/errors/answer-page-error.ts';
import { exchangePages } from './http/pages/exchange/exchange-routes.ts';
import { findRoutes } from './http/pages/find/find-routes.ts';
import { glossaryWords } from './http/pages/glossary/glossary-words.ts';
import { manageRoutes } from './http/pages/manage/manage-routes.ts';
import { ownMail, type Sessions } from './http/pages/sign-in/open-sessions.ts';
import { liveRoutes } from './http/pages/watch/live-pages.ts';
import type { PasswordCookies } from './http/pages/watch/password-cookie.ts';
import { watchRoutes } from './http/pages/watch/watch-routes.ts';
import { restRoutes } from './http/resources/routes.ts';
import type { Services } from './http/resources/services.ts';
import { storesIn } from './http/resources/stores-in.ts';
import { toleratedParameters } from './http/resources/tolerated-parameters.ts';
import { restReference } from './http/rest-reference.ts';
import { tusRouter, uploads } from './http/tus/tus-routes.ts';
import { createVideoReceiver } from './http/uploads/receive-video.ts';
import type { ViewCounter } from './videos/view-counter.ts';

type AppDeps = Services & {
  authenticate: Authenticate;
  sessions: Sessions;
  passwords: PasswordCookies;
  resumptions: ResumptionTokens;
  views: ViewCounter;
  configuration: VideoConfiguration;
  figures: Figures;
  metrics: Metrics;
  readiness: Readiness;
  log: Log;
  version: string;
};

/** The whole HTTP side of the service; never listens, never reads the environment. */
export function buildApp(deps: AppDeps): Express {
  const { db, storage, sessions, configuration, metrics, readiness, log, version, now } = deps;
  const { baseUrl, languageCode: language } = configuration;
  const app = createShell({
    log,
    trustedProxies: configuration.trustedProxies,
    metrics,
    readiness,
    // A signature is a credential for an hour, also where the address around it is misspelt.
    showPath: (path) => path.replace(/^(\/+media\/+signed\/+)[^/]+/i, '$1…'),
  });
  const authenticate = (request: Request) =>
    deps.authenticate(request.headersDistinct.authorization ?? [], request.ip ?? '', request);
  const engine = engineOf(deps, authenticate);
  const showError = answerPageError(sessions, explainError);
  app.use(paths.assets, securityHeaders(), namedRoute('/:file'), sessions.site.assets);
  const answerProblem = rest.answerError({ language, explain: explainError });
  // One router to its end, so that what is asked most passes none of the others, and refusals neither.
  const opened = openExchange(deps);
  const { plain, all } = routesBeside(opened, { db, storeOf: engine.storeOf });
  const beside = { routes: all, version };
  const api = express
    .Router()
    .use(securityHeaders(), sessions.handle)
    .use(
      restReference({ sessions, baseUrl }, beside),
      tusRouter(engine),
      rest.ownRouter(engine, plain),
      restRoutes(engine, beside),
    )
    // What went wrong before it came there, such as with the session.
    .use(showError, answerProblem);
  app.use(paths.rest, api);
  const ofPages = [paths.accounts, paths.admin, paths.video, paths.live];
  app.use(ofPages, securityHeaders(), sessions.handle);
  app.use(paths.accounts, sessions.routes);
  if (configuration.mail !== undefined) {
    const { choose, test } = ownMailForms({ ...deps, ...ownMail });
    app.post(addresses.ownMail, choose);
    app.post(addresses.ownTestMail, test);
  }
  const live = createLiveParts();
  app.use(addresses.exchange, exchangePages({ engine, sessions, live, travelling: opened.travelling }));
  app.use(paths.admin, adminRoutes({ ...deps, engine, baseUrl, live }));
  const checkPassword = createSharedPasswordCheck();
  const { passwords, views, resumptions } = deps;
  const watched = { engine, sessions, live, views, configuration, passwords, checkPassword, resumptions };
  app.use(paths.video, manageRoutes(watched), editRoutes(watched), watchRoutes(watched));
  app.use(paths.live, liveRoutes(watched));
  app.use(ofPages, showError);
  const { mediaAccelLocation: accelLocation, mediaS3PublicEndpoint } = configuration;
  const send = mediaSender({ accelLocation, leadsToStore: mediaS3PublicEndpoint !== undefined, now });
  const files = mediaRoutes({ db, storage, media: deps.media, send, authenticate });
  app.use(paths.media, namedRoute('/*file'), keptRoutes({ db, storage, media: deps.media, send }), files);
  if (configuration.publicPages)
    app.use(express.Router().use(findRoutes(watched), oaiRoutes(watched), showError));
  const leadOn: RequestHandler = (request, response) => {
    response.set('Vary', 'Accept, Cookie');
    response.redirect(rest.namesPage(request) ? sessions.homeOf(request) : sessions.site.home);
  };
  app.get('/', securityHeaders(), sessions.handle, leadOn, showError);
  const showWords: RequestHandler = (request, response) => {
    const language = sessions.languageOf(request);
    const words = { ...glossaryWords[language], ...factorGlossaryWords[language] };
    sessions.sendPage(request, response, glossaryPage(words, language));
  };
  app.get(addresses.words, securityHeaders(), sessions.handle, showWords, showError);
  app.use(express.Router().use(noticeRoutes(sessions, { baseUrl }), showError));
  const notFound: RequestHandler = () => {
    throw new rest.Refusal('not_found');
  };
  app.use(express.Router().use(securityHeaders(), sessions.handle, notFound, showError));
  app.use(answerProblem);
  return app;
}

/**
 * What the API has beside its resources.
 *
 * @returns `all` of it, in the order of the document, and what is `plain` in it: uploads have a router of their own
 */
export function routesBeside(exchange: Exchange, change: Parameters<typeof changeRoute>[0]) {
  const plain = [exportRoute(exchange), importRoute(exchange), runResultRoute(), changeRoute(change)];
  return { plain, all: [...uploads, ...plain] };
}

/** What the API works with. */
function engineOf(deps: AppDeps, authenticate: rest.Engine<Services>['authenticate']): rest.Engine<Services> {
  const { storage, sessions, configuration, figures } = deps;
  const { baseUrl, languageCode: language, timeZone } = configuration;
  const receiveForm = createVideoReceiver({
    storage,
    maxBytes: configuration.videoMaxUploadSize,
    onReceived: figures.received,
  });
  return {
    services: deps,
    baseUrl,
    language,
    timeZone,
    storeOf: storesIn(deps),
    toleratedParameters,
    authenticate,
    receiveForm,
    explain: explainError,
    longAnswers: rest.createLongAnswers(),
    sessions: {
      ...sessions,
      callerOf: (request: Request) => callerOfSession(sessions.accountOf(request), request.ip),
      lookAgain: async (request: Request) => callerOfSession(await sessions.lookAgain(request), request.ip),
    },
  };
}

function callerOfSession(
  account: SignInRow | undefined,
  address: string | undefined,
): rest.Caller | undefined {
  if (account === undefined) return undefined;
  const { id, username, isStaff, isSuperuser } = account;
  return { id, username, address, isStaff, isSuperuser, scheme: 'session' };
}
