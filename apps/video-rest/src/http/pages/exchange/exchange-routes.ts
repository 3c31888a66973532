import { visitsWith } from '@campus/accounts';
import * as ui from '@campus/pages';
import { html } from '@campus/pages/html';
import express, { type Router } from 'express';
import { findRunsOf } from '../../../data/runs.ts';
import { addresses, runPageAddress } from '../../addresses.ts';
import { adminWords } from '../admin/admin-words.ts';
import { pageAsked, pageOf, rowsOf } from '../lists/searched-list.ts';
import { type ExchangeDeps, type ExchangeVisit, exchangeBreadcrumbs } from './exchange-visit.ts';
import { exchangeWords } from './exchange-words.ts';
import { exportRoutes } from './export-page.ts';
import { importRoutes } from './import-page.ts';
import { runRoutes } from './run-page.ts';
import { progressBar, runBadge, runTitle } from './run-parts.ts';

/** Objects out of the instance and into it, for whoever has signed in, with their rights. */
export function exchangePages(deps: ExchangeDeps): Router {
  const { sessions } = deps;
  const router = express.Router();
  router.use(sessions.requireAccount);
  router.get('/', visitsWith(deps)(listRuns));
  router.use('/export', exportRoutes(deps));
  router.use('/import', importRoutes(deps));
  router.use(runRoutes(deps));
  return router;
}

/** The exports and imports of the reader, the newest first. */
async function listRuns({ travelling, lookups, request, reader, answer }: ExchangeVisit): Promise<void> {
  const { account, language } = reader;
  const say = exchangeWords[language];
  const page = pageAsked(request);
  const { shown, hasNext } = pageOf(await findRunsOf(lookups, account.id, rowsOf(page)));
  const rows = shown.map((run) => [
    html`<a href="${runPageAddress(run)}">${runTitle(run, { travelling, language })}</a>`,
    runBadge(run, reader),
    progressBar(run, language),
    ui.time(run.createdAt, reader),
    ui.time(run.endedAt, reader),
  ]);
  const headings = [say.what, say.state, say.progress, say.asked, say.ended];
  const main = html`<p>${adminWords[language].exchangeIs}</p>
<p class="row">${ui.buttonLink({ text: say.export, href: addresses.exportPage })}
${ui.buttonLink({ text: say.import, href: addresses.importPage })}</p>
<h2>${say.runs}</h2>
${rows.length === 0 ? ui.emptyState(say.none, { because: 'new' }) : ui.table({ caption: say.runs, headings, rows })}
${ui.pager({ page, hasNext, language, addressOf: (to) => ui.withQuery(addresses.exchange, { page: to }) })}`;
  answer({
    title: adminWords[language].exchange,
    breadcrumbs: exchangeBreadcrumbs(reader).slice(0, -1),
    main,
  });
}
