import { visitsWith } from '@campus/accounts';
import * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import { type ImportReport, idOf, Refusal } from '@campus/rest';
import express, { type Router } from 'express';
import { findRun, type Run } from '../../../data/runs.ts';
import { importLooked } from '../../../runs/begin-run.ts';
import { runs } from '../../../runs/runs.ts';
import { addresses, runPageActionAddress, runPageAddress, runResultAddress } from '../../addresses.ts';
import { progressOf } from '../../resources/runs.ts';
import { type ExchangeDeps, type ExchangeVisit, exchangeBreadcrumbs } from './exchange-visit.ts';
import { exchangeWords } from './exchange-words.ts';
import { reportParts, reportTable } from './report-parts.ts';
import { importAsked, progressBar, runBadge, runTitle } from './run-parts.ts';

/** The page of one export or import, for whoever has begun it: how far it is, what would change, and what has become of it. */
export function runRoutes(deps: ExchangeDeps): Router {
  const run = visitsWith(deps);
  const { readForm } = deps.sessions;
  const router = express.Router();
  router.param('id', (_request, _response, next, id: string) =>
    next(idOf(id) === null ? 'route' : undefined),
  );
  router.get('/:id', run(showRun));
  router.get('/:id/live', run(followRun));
  router.get('/:id/report', run(sendReport));
  router.post('/:id/cancel', ...readForm, run(cancel));
  router.post('/:id/confirm', ...readForm, run(confirm));
  return router;
}

/** The run that an address names. @throws Refusal  404, also of somebody else's */
async function runIn({ lookups, request, reader }: ExchangeVisit): Promise<Run> {
  const found = await findRun(lookups, Number(request.params.id));
  if (found?.actor !== reader.account.id) throw new Refusal('not_found');
  return found;
}

async function showRun(visit: ExchangeVisit): Promise<void> {
  const { travelling, request, reader, csrf, answer } = visit;
  const run = await runIn(visit);
  const { language } = reader;
  const say = exchangeWords[language];
  const title = runTitle(run, { travelling, language });
  const isOver = run.endedAt !== null;
  const source = runPageActionAddress(run, 'live');
  // What is to be done goes with the page, which is loaded anew when the run is over.
  const main = html`${ui.outcomeNotice(request.query.done, say.outcomes)}
${isOver ? progressPart(run, reader) : ui.live({ source, label: say.progress, language, loadsAnew: true }, progressPart(run, reader))}
${
  isOver
    ? endPart(visit, run)
    : html`<noscript><p><a href="${runPageAddress(run)}">${say.refresh}</a></p></noscript>
<form method="post" action="${runPageActionAddress(run, 'cancel')}">${csrf()}
<p class="help">${say.cancelMeans}</p>
${ui.submitButton(say.cancel, { kind: 'danger' })}
</form>`
}`;
  answer({ title, breadcrumbs: exchangeBreadcrumbs(reader), scripts: ['live.js'], main });
}

/** The part of the page that keeps itself up to date. */
function progressPart(
  run: Run,
  reader: Pick<ExchangeVisit['reader'], 'language' | 'now' | 'timeZone'>,
): Html {
  const say = exchangeWords[reader.language];
  const { expectedAt } = progressOf(run, reader.now);
  return ui.facts([
    [say.state, runBadge(run, reader)],
    run.startedAt !== null && [say.progress, progressBar(run, reader.language)],
    [say.asked, ui.time(run.createdAt, reader)],
    expectedAt !== null && [say.expected, ui.time(expectedAt, reader)],
    run.endedAt !== null && [say.ended, ui.time(run.endedAt, reader)],
    run.cancelledBy !== null && [say.cancelledBy, run.cancelledBy],
    run.failure !== null && [say.failure, run.failure],
  ]);
}

/** What came of it, and what to do about that. */
function endPart(visit: ExchangeVisit, run: Run): Html | false {
  const { language } = visit.reader;
  const say = exchangeWords[language];
  if (run.kind === 'export') {
    if (run.resultBytes === null)
      return run.cancelledBy === null && run.failure === null && html`<p>${say.resultGone}</p>`;
    const text = say.result(ui.fileSize(run.resultBytes, language));
    return html`<p>${ui.buttonLink({ text, href: runResultAddress(run) })}</p>`;
  }
  const again = ui.buttonLink({ text: say.another, href: addresses.importPage }, { kind: 'plain' });
  if (run.report === null) return html`<p>${again}</p>`;
  const report = JSON.parse(run.report) as ImportReport;
  const table = runPageActionAddress(run, 'report');
  const hasLines = report.problems.length > 0 || report.changes.length > 0;
  return html`${report.dry_run ? confirmPart(visit, run, report) : !report.written && ui.notice('bad', say.nothingWritten)}
${reportParts(report, { ...visit, language })}
<p class="row">${hasLines && html`<a href="${table}" download>${say.report}</a>`} ${again}</p>`;
}

/** What is to be said of a preview; `open`: whether it is to be done. */
function stateOf(run: Run, { created, updated, refused }: ImportReport) {
  if (refused > 0 && importAsked(run)?.isAllOrNothing) return 'wrong';
  if (created + updated === 0) return 'nothing';
  return run.resultBytes === null ? 'gone' : 'open';
}

/** Asks whether what the preview tells is to be done, where that can be. */
function confirmPart({ reader, csrf }: ExchangeVisit, run: Run, report: ImportReport): Html {
  const say = exchangeWords[reader.language];
  const state = stateOf(run, report);
  if (state !== 'open') return ui.notice(state === 'wrong' ? 'bad' : 'info', say.notOpen[state]);
  return html`${report.refused > 0 && ui.notice('warning', say.someRefused)}
<form class="sheet" method="post" action="${runPageActionAddress(run, 'confirm')}">${csrf()}
<p>${say.confirmMeans}</p>
${ui.submitButton(say.confirm)}
</form>`;
}

async function followRun(visit: ExchangeVisit): Promise<void> {
  const { engine, sessions, request, response, reader } = visit;
  const { id } = await runIn(visit);
  const { db } = engine.services;
  await visit.live.send(request, response, {
    key: `run ${id}`,
    look: async (signal) => findRun(db.lookups.of({ caller: 'live parts', signal }), id),
    session: sessions.sessionOf(request),
    async reader() {
      const account = await sessions.lookAgain(request);
      return account && { ...reader, now: sessions.now() };
    },
    kindOf: ({ language }) => language,
    show: (run, now) => ({
      content: run === null ? html`` : progressPart(run, now),
      isOver: run === null || run.endedAt !== null,
    }),
    ended: () => sessions.endedNotice(request),
  });
}

async function cancel(visit: ExchangeVisit): Promise<void> {
  const { engine, response, reader } = visit;
  const { id, endedAt } = await runIn(visit);
  const { db, now } = engine.services;
  await runs.cancel(db.pool, id, { by: reader.account.username, at: now() });
  const done = endedAt === null ? 'cancelled' : 'wasOver';
  response.redirect(303, `${runPageAddress({ id })}?done=${done}`);
}

/** Imports the lines whose preview was seen, in the background, once: the page of the preview says why not. */
async function confirm(visit: ExchangeVisit): Promise<void> {
  const { engine, response } = visit;
  const run = await runIn(visit);
  const isOpen = run.report !== null && stateOf(run, JSON.parse(run.report)) === 'open';
  const id = isOpen ? await importLooked(engine.services, run) : undefined;
  response.redirect(303, runPageAddress({ id: id ?? run.id }));
}

/** What the report tells, as a table. */
async function sendReport(visit: ExchangeVisit): Promise<void> {
  const { response, reader } = visit;
  const { id, report } = await runIn(visit);
  if (report === null) throw new Refusal('not_found');
  response
    .attachment(`import-${id}.csv`)
    .type('text/csv')
    .set('Cache-Control', 'no-store')
    .send(reportTable(JSON.parse(report) as ImportReport, reader.language));
}
