import { formText, visitsWith } from '@campus/accounts';
import * as ui from '@campus/pages';
import { html } from '@campus/pages/html';
import { Refusal } from '@campus/rest';
import express, { type Request, type Router } from 'express';
import * as encodings from '../../../data/encodings.ts';
import { findWorkers } from '../../../data/workers.ts';
import {
  activeStates,
  type EncodingState,
  encodingPriorities,
  encodingStates,
} from '../../../domain/encoding-states.ts';
import { isStaff } from '../../../domain/ownership.ts';
import { mostLogLines } from '../../../ffmpeg/ffmpeg-words.ts';
import { cancelEncoding, launchEncoding } from '../../../videos/launch-encoding.ts';
import { runFailureOf, runMessages } from '../../../videos/run-failure.ts';
import { addresses, encodingActionAddress, videoAddress } from '../../addresses.ts';
import { encodingBadge } from '../encoding-state/encoding-badge.ts';
import { encodingStateWords } from '../encoding-state/encoding-state-words.ts';
import { pageAsked, pageOf, queryText, rowsOf } from '../lists/searched-list.ts';
import { type AdminDeps, type AdminVisit, adminBreadcrumbs, onlyIds } from './admin-visit.ts';
import { adminWords } from './admin-words.ts';
import { encodingList, remarksOn, type ShownEncodings } from './encoding-list.ts';
import { encodingWords } from './encoding-words.ts';
import { maxShownWorkers, shownHours } from './worker-list.ts';
import { workerRoutes } from './worker-routes.ts';

/** More that wait are there, but nobody reads on. */
const maxQueue = 50;

const overStates = encodingStates.filter((state) => !activeStates.some((active) => active === state));

/** Runs of the encoder: the queue and what became of the others, launch again, cancel. */
export function encodingRoutes(deps: AdminDeps): Router {
  const { readForm } = deps.sessions;
  const run = visitsWith(deps);
  const router = express.Router();
  router.param('id', onlyIds);
  router.get('/', run(listEncodings));
  router.get('/live', run(followEncodings));
  router.use('/workers', workerRoutes(deps));
  router.post('/:id/launch', ...readForm, run(launch));
  router.post('/:id/priority', ...readForm, run(prioritise));
  router.get('/:id', run(showEncoding));
  router.get('/:id/cancel', run(askCancel));
  router.post('/:id/cancel', ...readForm, run(cancel));
  return router;
}

async function listEncodings(visit: AdminVisit): Promise<void> {
  const { request, reader, csrf, answer } = visit;
  const { language } = reader;
  const shown = await look(visit);
  const { state, page } = shown;
  const here = ui.withQuery(addresses.encodings, { state, page });
  const source = ui.withQuery(addresses.encodingsLive, { state, page });
  const list = encodingList(shown, { ...reader, csrf: csrf() });
  const say = encodingWords[language];
  const title = adminWords[language].encodings;
  const choices = encodingStates.map((value) => ({ value, label: encodingStateWords[language][value] }));
  const main = html`${ui.outcomeNotice(request.query.done, say.outcomes)}
<form class="row" method="get" action="${addresses.encodings}">
${ui.selectField({ name: 'state', label: say.state, choices, value: state, blank: say.allStates })}
${ui.submitButton(say.show, { kind: 'plain' })}
</form>
<noscript><p><a href="${here}">${say.refresh}</a></p></noscript>
${ui.live({ source, label: title, language }, list)}`;
  answer({ title, breadcrumbs: adminBreadcrumbs(language), scripts: ['live.js'], main });
}

async function followEncodings(visit: AdminVisit): Promise<void> {
  const { db, sessions, request, response, reader } = visit;
  const { state, page } = askedIn(request);
  const shown = { ...reader, csrf: visit.csrf() };
  await visit.live.send(request, response, {
    key: `encodings ${state ?? ''} ${page}`,
    look: (signal) => look({ ...visit, lookups: db.lookups.of({ caller: 'live parts', signal }) }),
    session: sessions.sessionOf(request),
    async reader() {
      const account = await sessions.lookAgain(request);
      return account !== undefined && isStaff(account) ? shown.csrf.toString() : undefined;
    },
    // Its forms are those of one session.
    kindOf: (csrfField) => `${reader.language} ${csrfField}`,
    // Somebody may launch one at any time.
    show: (seen) => ({ content: encodingList(seen, shown), isOver: false }),
    ended: () => sessions.endedNotice(request),
  });
}

async function launch(visit: AdminVisit): Promise<void> {
  const { video } = await runIn(visit);
  await launchEncoding(visit, video.id);
  visit.response.redirect(303, `${addresses.encodings}?done=launched`);
}

async function prioritise(visit: AdminVisit): Promise<void> {
  const { id } = await runIn(visit);
  const asked = formText(visit.request, 'priority');
  const priority = encodingPriorities.find((one) => one === asked);
  if (priority === undefined) throw new Refusal('malformed_request', { values: { reason: 'priority' } });
  const done = (await encodings.prioritiseEncoding(visit.db.prisma, { id, priority }))
    ? 'prioritised'
    : 'wasOver';
  visit.response.redirect(303, `${addresses.encodings}?done=${done}`);
}

/** One run, with what its workers and ffmpeg said last. */
async function showEncoding(visit: AdminVisit): Promise<void> {
  const { lookups, request, reader, answer } = visit;
  const { language } = reader;
  const id = Number(request.params.id);
  const [run, log] = await Promise.all([encodings.findEncoding(lookups, id), encodings.findLog(lookups, id)]);
  if (run === null) throw new Refusal('not_found');
  const say = encodingWords[language];
  const failure = runFailureOf(run);
  const at = (instant: Date | null) => ui.time(instant, reader, { seconds: true });
  const remarks = remarksOn(run, language);
  const main = html`${ui.facts([
    [say.video, html`<a href="${videoAddress(run.video)}">${run.video.title}</a>`],
    [say.state, encodingBadge(run.state, language)],
    [say.attempts, run.attempts],
    [say.requested, at(run.requestedAt)],
    [say.started, at(run.startedAt)],
    [say.finished, at(run.finishedAt)],
    failure !== null && [say.error, ui.failureHtml(runMessages[failure.code], failure, language)],
    remarks.length > 0 && [say.remarks, html`${remarks.join(' ')}`],
  ])}
<h2 id="log">${say.log}</h2>
<p class="quiet">${say.logIs(mostLogLines)}</p>
${log.length === 0 ? html`<p>${say.noLog}</p>` : html`<pre class="wrap" tabindex="0" role="region" aria-labelledby="log">${log.join('\n')}</pre>`}`;
  const breadcrumbs = adminBreadcrumbs(language, 'encodings');
  answer({ title: say.runOf(run.video.title), breadcrumbs, main });
}

async function askCancel(visit: AdminVisit): Promise<void> {
  const run = await runIn(visit);
  const { language } = visit.reader;
  const say = encodingWords[language];
  visit.answer(
    ui.confirmPage({
      title: say.cancelTitle,
      breadcrumbs: adminBreadcrumbs(language, 'encodings'),
      content: html`${ui.facts([
        [say.video, run.video.title],
        [say.state, encodingStateWords[language][run.state]],
        [say.progress, `${run.percent} %`],
      ])}
<p>${say.cancelMeans}</p>`,
      csrf: visit.csrf(),
      action: encodingActionAddress(run, 'cancel'),
      button: say.cancelIt,
      isDangerous: true,
      back: addresses.encodings,
      language,
    }),
  );
}

async function cancel(visit: AdminVisit): Promise<void> {
  const { id } = await runIn(visit);
  const done = (await cancelEncoding(visit, id)) ? 'cancelled' : 'wasOver';
  visit.response.redirect(303, `${addresses.encodings}?done=${done}`);
}

/** The run that an address names. @throws Refusal */
async function runIn({ db, request }: AdminVisit): Promise<encodings.ListedEncoding> {
  const run = await encodings.findEncoding(db.pool, Number(request.params.id));
  if (run === null) throw new Refusal('not_found');
  return run;
}

/** What the address asks for, as it is now. */
async function look({ lookups, queueLimits, request }: AdminVisit): Promise<ShownEncodings> {
  const { state, page } = askedIn(request);
  const states = state === undefined ? overStates : [state];
  const isWhole = state === undefined && page === 1;
  const [queue, workers, runs] = await Promise.all([
    isWhole ? encodings.findEncodingQueue(lookups, { limit: maxQueue, ...queueLimits }) : undefined,
    isWhole ? findWorkers(lookups, { hours: shownHours, limit: maxShownWorkers }) : undefined,
    encodings.findEncodings(lookups, { states, ...rowsOf(page) }),
  ]);
  const { shown: listed, hasNext } = pageOf(runs);
  return { queue, workers, listed, state, page, hasNext };
}

function askedIn(request: Request): { state: EncodingState | undefined; page: number } {
  const asked = queryText(request, 'state');
  return { state: encodingStates.find((one) => one === asked), page: pageAsked(request) };
}
