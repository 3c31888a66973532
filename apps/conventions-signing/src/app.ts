import { mkdirSync } from 'node:fs';
import { apiReference, createShell, type Log } from '@campus/server';
import type { Express } from 'express';
import pLimit from 'p-limit';
import { type ManagementApiDeps, managementApi } from './http/management-api.ts';
import { notFound } from './http/not-found.ts';
import { managementDocument } from './http/openapi/management-document.ts';
import { publicDocument } from './http/openapi/public-document.ts';
import { answerProblem, problems, problemsPath } from './http/problems.ts';
import { type PublicApiDeps, publicApi } from './http/public-api.ts';

export type AppDeps = Omit<PublicApiDeps & ManagementApiDeps, 'pdfSlots'> & {
  log: Log;
  trustedProxies: string[];
  version: string;
};

/** PDFs in memory at once: bounds it to four times the largest PDF and its copies, whatever is uploaded. */
const pdfsAtOnce = 4;

/** The whole HTTP side of the service; never listens, never reads the environment. */
export function buildApp(deps: AppDeps): Express {
  const { db, log, trustedProxies, baseUrl, version } = deps;
  mkdirSync(deps.uploadFolder, { recursive: true });
  const pdfSlots = pLimit(pdfsAtOnce);
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
  app.use('/public', apiReference(publicDocument({ baseUrl, version })));
  app.use('/public/api', publicApi({ ...deps, pdfSlots }));
  app.use('/api', apiReference(managementDocument({ baseUrl, version })));
  app.use('/api', managementApi({ ...deps, pdfSlots }));
  app.get('/', (_request, response) => {
    response.redirect('/public/swagger-ui.html');
  });
  app.use(notFound);
  app.use(answerProblem);
  return app;
}
