import { securityHeaders } from '@campus/pages';
import { apiReference, createShell, type Log } from '@campus/server';
import type { Express } from 'express';
import { type ConsoleDeps, consoleRoutes } from './http/console/console-routes.ts';
import { paths } from './http/console/open-people.ts';
import { type ManagementApiDeps, managementApi } from './http/management-api.ts';
import { notFound } from './http/not-found.ts';
import { managementDocument } from './http/openapi/management-document.ts';
import { publicDocument } from './http/openapi/public-document.ts';
import { answerProblem, problems, problemsPath } from './http/problems.ts';
import { type PublicApiDeps, publicApi } from './http/public-api.ts';

type AppDeps = PublicApiDeps &
  ManagementApiDeps &
  ConsoleDeps & { log: Log; trustedProxies: string[]; version: string };

/** The whole HTTP side of the service; never listens, never reads the environment. */
export function buildApp(deps: AppDeps): Express {
  const { db, log, trustedProxies, baseUrl, version } = deps;
  const app = createShell({
    log,
    trustedProxies,
    checkReady: async () => {
      await db.pool.query('select 1');
    },
  });
  app.get(problemsPath, (_request, response) => {
    response.json(Object.entries(problems).map(([code, { status, title }]) => ({ code, status, title })));
  });
  const before = [securityHeaders({ inlineStyles: true })];
  app.use('/public', apiReference(publicDocument({ baseUrl, version }), { before }));
  app.use('/public/api', publicApi(deps));
  app.use('/api', apiReference(managementDocument({ baseUrl, version }), { before }));
  app.use('/api', managementApi(deps));
  app.use(paths.console, consoleRoutes(deps));
  app.get('/', (request, response) => {
    // People look for the console, programs and their authors for the reference.
    const isBrowser = request.accepts('application/json', 'text/html') === 'text/html';
    response.redirect(isBrowser ? `${paths.console}/` : '/public/swagger-ui.html');
  });
  app.use(notFound);
  app.use(answerProblem);
  return app;
}
