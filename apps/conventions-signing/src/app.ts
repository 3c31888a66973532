import { noticeRoutes } from '@campus/accounts';
import { createLiveParts, securityHeaders } from '@campus/pages';
import * as service from '@campus/service';
import express, { type Express, type Request } from 'express';
import { addresses, paths } from './http/addresses.ts';
import { answerProblem } from './http/answer/answer-problem.ts';
import { createExports } from './http/answer/exports.ts';
import { notFound } from './http/answer/not-found.ts';
import type { ConsoleDeps } from './http/console/console-routes.ts';
import { answerPageError } from './http/console/errors/answer-page-error.ts';
import { type EvidenceDeps, evidenceSender } from './http/evidence/send-package.ts';
import {
  type ManagementApiDeps,
  managementApi,
  managementDocument,
} from './http/management-api/management-api.ts';
import { problems } from './http/problems.ts';
import { type PublicApiDeps, publicApi, publicDocument } from './http/public-api.ts';
import { apiAddresses, apiPaths } from './wire/api-addresses.ts';

type AppDeps = PublicApiDeps &
  Omit<ManagementApiDeps, 'sendEvidence' | 'exports'> &
  Omit<ConsoleDeps, 'live' | 'sendEvidence' | 'exports'> &
  EvidenceDeps & {
    log: service.Log;
    trustedProxies: string[];
    version: string;
    metrics: service.Metrics;
    readiness: service.Readiness;
  };

/** The whole HTTP side of the service; never listens, never reads the environment. */
export function buildApp(parts: AppDeps): Express {
  const exports = createExports({ folder: parts.uploads.folder });
  const deps = { ...parts, exports, sendEvidence: evidenceSender(parts) };
  const { log, trustedProxies, baseUrl, version, metrics, readiness } = deps;
  const app = service.createShell({ log, trustedProxies, metrics, readiness });
  app.get(apiAddresses.problems, (_request, response) => {
    response.json(Object.entries(problems).map(([code, { status, title }]) => ({ code, status, title })));
  });
  const before = [securityHeaders({ inlineStyles: true })];
  app.use(
    apiPaths.public,
    service.apiReference(() => publicDocument({ baseUrl, version }), { before }),
  );
  app.use(apiPaths.publicApi, publicApi(deps));
  app.use(
    apiPaths.api,
    service.apiReference(() => managementDocument({ baseUrl, version }), { before }),
  );
  app.use(apiPaths.api, managementApi(deps));
  app.use(
    paths.console,
    // A quarter of the service's modules, which nobody needs who calls its APIs.
    service.atFirstRequest(async () => {
      const { consoleRoutes } = await import('./http/console/console-routes.ts');
      return consoleRoutes({ ...deps, live: createLiveParts() });
    }),
  );
  app.get('/', (request, response) => {
    // People look for the console, programs and their authors for the reference.
    response.redirect(isBrowser(request) ? addresses.home : apiAddresses.publicReference);
  });
  app.use(express.Router().use(noticeRoutes(deps.sessions, { baseUrl }), answerPageError(deps.sessions)));
  const pageNotFound = express.Router().use(securityHeaders(), notFound, answerPageError(deps.sessions));
  app.use((request, response, next) => {
    // Who brings credentials in a header is a program, whatever it would like to read.
    const isProgram = request.headers.authorization !== undefined || !isBrowser(request);
    if (isProgram) next();
    else pageNotFound(request, response, next);
  });
  app.use(notFound);
  app.use(answerProblem);
  return app;
}

function isBrowser(request: Request): boolean {
  return request.accepts('application/json', 'text/html') === 'text/html';
}
