import { visitsWith } from '@campus/accounts';
import * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import express, { type Router } from 'express';
import * as workers from '../../../data/workers.ts';
import { drainWorkers, NoSuchWorker } from '../../../videos/drain-workers.ts';
import { clockTime } from '../../../videos/encoding-step.ts';
import { addresses } from '../../addresses.ts';
import { type AdminDeps, type AdminVisit, adminBreadcrumbs, onlyIds } from './admin-visit.ts';
import { type Look, maxShownWorkers, shownHours, stintList, workerList } from './worker-list.ts';
import { workerWords } from './worker-words.ts';

/** How far back the charts go, in hours. */
const chartedHours = 24;

/** The processes that encode: what they did, and draining. */
export function workerRoutes(deps: AdminDeps): Router {
  const { readForm } = deps.sessions;
  const run = visitsWith(deps);
  const router = express.Router();
  router.param('id', onlyIds);
  router.get('/', run(listStints));
  for (const action of ['drain', 'undrain'] as const)
    router.post(
      `/:id/${action}`,
      ...readForm,
      run((visit) => drain(visit, action)),
    );
  return router;
}

async function listStints(visit: AdminVisit): Promise<void> {
  const { lookups, request, reader, csrf, answer } = visit;
  const { language } = reader;
  const say = workerWords[language];
  const [shown, hours, waiting] = await Promise.all([
    workers.findWorkers(lookups, { hours: shownHours, limit: maxShownWorkers }),
    workers.findHoursOfEncoding(lookups, { hours: chartedHours }),
    workers.findWaiting(lookups),
  ]);
  const main = html`${ui.outcomeNotice(request.query.done, say.outcomes)}
${workerList(shown, { ...reader, csrf: csrf() })}
${throughputCharts({ hours, waiting }, reader)}
<h2>${say.stintsLately(shownHours)}</h2>${stintList(shown, reader)}`;
  const breadcrumbs = adminBreadcrumbs(language, 'encodings');
  answer({ title: say.workers, breadcrumbs, main, styles: ['charts.css'] });
}

async function drain({ db, request, response }: AdminVisit, action: 'drain' | 'undrain'): Promise<void> {
  const isDraining = action === 'drain';
  const which = { id: Number(request.params.id) };
  const told = await drainWorkers(db, { which, isDraining }).catch((error: unknown) => {
    if (error instanceof NoSuchWorker) return null;
    throw error;
  });
  const done = told === null ? 'notThere' : isDraining ? 'drained' : 'undrained';
  response.redirect(303, `${addresses.workers}?done=${done}`);
}

/** How much is encoded in an hour, and for how long it waits before. */
function throughputCharts(
  {
    hours,
    waiting,
  }: { hours: readonly workers.HourOfEncoding[]; waiting: { runs: number; wait: workers.WaitTimes | null } },
  { language, timeZone }: Look,
): Html {
  const say = workerWords[language];
  const clock = new Intl.DateTimeFormat(language, {
    ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone },
  });
  const columnsOf = (valuesOf: (hour: workers.HourOfEncoding) => number[]) =>
    hours.map((hour, place) => ({
      label: clock.format(hour.startsAt),
      tick: place % 6 === 0 ? clock.format(hour.startsAt) : undefined,
      values: valuesOf(hour),
    }));
  const common = { columnsAre: say.hour, language };
  const minutes = (seconds: number | undefined) => Math.round((seconds ?? 0) / 6) / 10;
  return html`<h2>${say.throughput}</h2>
${ui.facts([
  [say.waitingNow, new Intl.NumberFormat(language).format(waiting.runs)],
  waiting.wait !== null && [say.median, clockTime(waiting.wait.median)],
  waiting.wait !== null && [say.highest, clockTime(waiting.wait.highest)],
])}
<div class="columns">${ui.columnChart({
    ...common,
    id: 'encoded-minutes',
    title: say.encodedMinutes,
    series: [{ name: say.minutesOfVideo, shade: 'good' }],
    columns: columnsOf(({ videoSeconds }) => [minutes(videoSeconds)]),
  })}${ui.columnChart({
    ...common,
    id: 'ended-runs',
    title: say.endedRuns,
    series: [
      { name: say.done, shade: 'good' },
      { name: say.failed, shade: 'bad' },
    ],
    columns: columnsOf(({ done, failed }) => [done, failed]),
  })}</div>
<div class="columns">${ui.columnChart({
    ...common,
    id: 'median-wait',
    title: say.medianWait,
    series: [{ name: say.minutes, shade: 'info' }],
    columns: columnsOf(({ wait }) => [minutes(wait?.median)]),
  })}${ui.columnChart({
    ...common,
    id: 'highest-wait',
    title: say.highestWait,
    series: [{ name: say.minutes, shade: 'info' }],
    columns: columnsOf(({ wait }) => [minutes(wait?.highest)]),
  })}</div>`;
}
